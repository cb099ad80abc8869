//! One message of each role.

use crate::base::clock;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, CompactionSummaryMessage, MentionedFile, SkippedReason, StopReason,
    ToolResultMessage, UserBlock, UserContent,
};

use super::html::{counted, escaped, folded, grouped, image, note, pre, printed, push};
use super::{calls, code, markdown};

/// Where on the page a message stands.
pub(super) struct Place {
    /// Number of its entry, for links to it.
    pub number: usize,
    /// A reply of the model that gave the one before.
    pub goes_on: bool,
}

/// Writes a message; for a call of a reply, `answer` gives its result if there is one.
pub(super) fn write(
    out: &mut String,
    place: &Place,
    message: &AgentMessage,
    answer: &mut dyn FnMut(&str) -> Option<ToolResultMessage>,
) {
    match message {
        AgentMessage::User(it) => {
            article(out, place, "user", "User", it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::Developer(it) => {
            article(out, place, "aside", "Developer", it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::Assistant(it) => {
            let class = if place.goes_on { "assistant next" } else { "assistant" };
            let who = escaped(&format!("Assistant · {}/{}", it.provider, it.model));
            out.push_str(&format!("<article class=\"{class}\" id=\"m{}\">\n<h2>{who}</h2>\n", place.number));
            reply(out, it, answer);
            let time = time(place, it.timestamp, Shown::Time);
            out.push_str(&format!("<footer>{time} · {}</footer>\n</article>\n", facts(it)));
        }
        // One whose call is not on this branch.
        AgentMessage::ToolResult(it) => {
            article(out, place, "aside", "Result", it.timestamp, |out| calls::result(out, it));
        }
        AgentMessage::BashExecution(it) => {
            let end = End { code: it.exit_code, cancelled: it.cancelled };
            article(out, place, "aside", "Shell", it.timestamp, |out| ran(out, (&it.command, "sh"), &it.output, &end));
        }
        AgentMessage::PythonExecution(it) => {
            let end = End { code: it.exit_code, cancelled: it.cancelled };
            article(out, place, "aside", "Python", it.timestamp, |out| ran(out, (&it.code, "py"), &it.output, &end));
        }
        // What is kept from people in the conversation is kept from them here.
        AgentMessage::Custom(it) if it.display => {
            article(out, place, "aside", &it.custom_type, it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::HookMessage(it) if it.display => {
            article(out, place, "aside", &it.custom_type, it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::Custom(_) | AgentMessage::HookMessage(_) => {}
        AgentMessage::FileMention(it) => {
            article(out, place, "aside", "Files", it.timestamp, |out| {
                it.files.iter().for_each(|file| mentioned(out, file))
            });
        }
        AgentMessage::BranchSummary(it) => {
            let who = "Summary of another branch";
            article(out, place, "summary", who, it.timestamp, |out| markdown::write(out, &it.summary));
        }
        AgentMessage::CompactionSummary(it) => {
            article(out, place, "summary", "Summary of what came before", it.timestamp, |out| compacted(out, it));
        }
    }
}

fn article(out: &mut String, place: &Place, class: &str, who: &str, at: i64, fill: impl FnOnce(&mut String)) {
    let number = place.number;
    out.push_str(&format!(
        "<article class=\"{class}\" id=\"m{number}\">\n<h2>{}{}</h2>\n",
        escaped(who),
        time(place, at, Shown::DayAndTime)
    ));
    fill(out);
    out.push_str("</article>\n");
}

/// How much of a moment is written out.
#[derive(Clone, Copy)]
enum Shown {
    DayAndTime,
    Time,
}

/// When it was, to the second, UTC; a link to the message.
fn time(place: &Place, at: i64, shown: Shown) -> String {
    let (number, iso) = (place.number, clock::iso(at));
    let day_and_time = iso.split_once('T').map(|(day, rest)| (day, rest.get(..8).unwrap_or(rest)));
    let text = match (day_and_time, shown) {
        (Some((_, time)), Shown::Time) => time.to_owned(),
        (Some((day, time)), Shown::DayAndTime) => format!("{day} {time}"),
        (None, _) => iso.clone(),
    };
    format!("<a href=\"#m{number}\"><time datetime=\"{iso}\">{text}</time></a>")
}

fn content(out: &mut String, content: &UserContent) {
    match content {
        UserContent::Text(text) => typed(out, text),
        UserContent::Blocks(blocks) => blocks.iter().for_each(|block| match block {
            UserBlock::Text(text) => typed(out, &text.text),
            UserBlock::Image(it) => image(out, &it.mime_type, &it.data),
        }),
    }
}

/// What people typed, as it stands; what they put between fences becomes a block of code.
fn typed(out: &mut String, text: &str) {
    let (mut plain, mut fenced): (String, Option<(String, String)>) = (String::new(), None);
    for line in text.trim_end().split_inclusive('\n') {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut fenced, fence) {
            (None, Some(words)) => {
                paragraph(out, &std::mem::take(&mut plain));
                fenced = Some((words.trim().to_owned(), String::new()));
            }
            (None, None) => plain.push_str(line),
            (Some((language, block)), Some(_)) => {
                code::block(out, block, language);
                fenced = None;
            }
            (Some((_, block)), None) => block.push_str(line),
        }
    }
    paragraph(out, &plain);
    if let Some((language, block)) = fenced {
        code::block(out, &block, &language);
    }
}

fn paragraph(out: &mut String, text: &str) {
    if !text.trim().is_empty() {
        out.push_str("<div class=\"typed\">");
        push(out, text.trim_matches('\n').trim_end());
        out.push_str("</div>\n");
    }
}

fn reply(out: &mut String, reply: &AssistantMessage, answer: &mut dyn FnMut(&str) -> Option<ToolResultMessage>) {
    for block in &reply.content {
        match block {
            AssistantBlock::Text(text) => markdown::write(out, &text.text),
            AssistantBlock::Thinking(it) => {
                folded(out, "thinking", "Thinking", |out| markdown::write(out, &it.thinking));
            }
            AssistantBlock::RedactedThinking(_) => note(out, "note", "Thinking, encrypted"),
            AssistantBlock::Fallback(it) => {
                note(out, "note", &format!("Went on with {} instead of {}", it.to.model, it.from.model));
            }
            AssistantBlock::ToolCall(it) => calls::call(out, it, answer(&it.id).as_ref()),
        }
    }
    ended(out, reply);
}

/// What a reply consumed.
fn facts(reply: &AssistantMessage) -> String {
    let usage = &reply.usage;
    let mut facts = vec![format!("{} in", grouped(usage.input + usage.cache_write))];
    facts.extend((usage.cache_read > 0).then(|| format!("{} cached", grouped(usage.cache_read))));
    facts.push(format!("{} out", grouped(usage.output)));
    facts.push(format!("${:.4}", usage.cost.total));
    facts.extend(reply.duration.map(|ms| format!("{:.1} s", ms / 1000.0)));
    facts.join(" · ")
}

/// A word when a reply did not end well.
fn ended(out: &mut String, reply: &AssistantMessage) {
    let word = match reply.stop_reason {
        StopReason::Stop | StopReason::ToolUse => None,
        StopReason::Length => Some("Cut at the limit of the output"),
        StopReason::Error => Some("Failed"),
        StopReason::Aborted => Some("Aborted"),
    };
    match (word, &reply.error_message) {
        (_, Some(error)) => note(out, "error", error),
        (Some(word), None) => note(out, "error", word),
        (None, None) => {}
    }
}

fn compacted(out: &mut String, it: &CompactionSummaryMessage) {
    let tokens = counted(usize::try_from(it.tokens_before).unwrap_or(usize::MAX), "token", "tokens");
    note(out, "note", &format!("The model goes on from here with this summary instead of {tokens}"));
    markdown::write(out, &it.summary);
    if let Some(warning) = &it.warning {
        note(out, "error", warning);
    }
    for block in it.blocks.iter().flatten() {
        match block {
            UserBlock::Text(text) => typed(out, &text.text),
            UserBlock::Image(it) => image(out, &it.mime_type, &it.data),
        }
    }
    it.images.iter().flatten().for_each(|it| image(out, &it.mime_type, &it.data));
}

/// How a command ended.
struct End {
    code: Option<i64>,
    cancelled: bool,
}

fn ran(out: &mut String, (what, language): (&str, &str), output: &str, end: &End) {
    code::block(out, what, language);
    if !output.trim().is_empty() {
        printed(out, output);
    }
    match (end.cancelled, end.code) {
        (true, _) => note(out, "error", "Cancelled"),
        (false, Some(code)) if code != 0 => note(out, "error", &format!("Exit code {code}")),
        _ => {}
    }
}

fn mentioned(out: &mut String, file: &MentionedFile) {
    let why = match file.skipped_reason {
        Some(SkippedReason::TooLarge) => " · not read, too large",
        Some(SkippedReason::Binary) => " · not read, no text",
        None => "",
    };
    folded(out, "call", &format!("{}{why}", file.path), |out| {
        if file.image.is_none() && file.skipped_reason.is_none() {
            code::file(out, &file.content, &file.path);
        } else if !file.content.is_empty() {
            pre(out, "", |out| push(out, &file.content));
        }
        if let Some(it) = &file.image {
            image(out, &it.mime_type, &it.data);
        }
    });
}
