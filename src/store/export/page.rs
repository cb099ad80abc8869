//! The page around the messages: head, facts, contents with all branches, and the branches themselves.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, Write};

use crate::base::clock;
use crate::proto::shared::{AgentMessage, ToolResultMessage};
use crate::proto::transcript::{ModelChangeEntry, ThinkingLevelChangeEntry};

use super::super::damage::Damage;
use super::super::header::Header;
use super::super::history::{self, parse};
use super::super::tree::{Kind, Tree};
use super::html::{counted, escaped, grouped, note};
use super::messages::{self, Place};
use super::outline::{Chain, Outline, What};

const STYLE: &str = include_str!("page.css");

/// Nothing is fetched and nothing runs, also if something that a page must not hold got past the escaping.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Levels by which the contents are set in; deeper ones stand below each other.
const INDENTS: usize = 6;

pub(super) struct Page<'p, 'a> {
    pub header: &'p Header,
    pub title: Option<&'p str>,
    pub tree: &'p Tree<'a>,
    pub outline: &'p Outline,
    pub damage: Damage,
}

impl Page<'_, '_> {
    pub(super) fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.head().as_bytes())?;
        out.write_all(self.contents().as_bytes())?;
        out.write_all(b"<main>\n")?;
        self.chains(out)?;
        out.write_all(b"</main>\n")?;
        out.write_all(self.foot().as_bytes())
    }

    fn head(&self) -> String {
        let title = escaped(self.title.unwrap_or("Session"));
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta http-equiv=\"x-dns-prefetch-control\" content=\"off\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n{}</header>\n",
            self.facts()
        )
    }

    /// What stands above the conversation: which session, how long, how much.
    fn facts(&self) -> String {
        let (told, all) = (&self.outline.told, &self.outline.all);
        let mut cost = format!("${:.4}", told.cost);
        if all.replies > told.replies {
            cost.push_str(&format!(", ${:.4} with all branches", all.cost));
        }
        let mut rows = vec![
            ("Session", self.header.id.as_ref().to_owned()),
            (
                "Begun",
                clock::iso(self.header.timestamp).chars().take(16).collect::<String>().replace('T', " ") + " UTC",
            ),
            ("Folder", self.header.cwd.display().to_string()),
            ("Messages", grouped(self.outline.messages(&self.outline.main) as u64)),
            (
                "Tokens",
                format!(
                    "{} in, {} from cache, {} out",
                    grouped(told.input),
                    grouped(told.cached),
                    grouped(told.output)
                ),
            ),
            ("Cost", cost),
        ];
        if !self.outline.models.is_empty() {
            rows.insert(3, ("Model", self.outline.models.join(", ")));
        }
        if let Some(parent) = &self.header.parent_session {
            rows.push(("Comes from", parent.display().to_string()));
        }
        let row = |(name, value): &(&str, String)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(value));
        format!("<dl>\n{}</dl>\n", rows.iter().map(row).collect::<String>())
    }

    /// Links to all prompts, and the tree of branches: one list whose indents are the branches.
    fn contents(&self) -> String {
        let outline = self.outline;
        let prompts = outline.main.entries.iter().filter(|place| outline.what(**place) == What::Prompt).count();
        let mut label = counted(prompts, "prompt", "prompts");
        if !outline.others.is_empty() {
            label.push_str(&format!(", {}", counted(outline.others.len(), "other branch", "other branches")));
        }
        let mut out = format!("<nav aria-label=\"Contents\"><details open><summary>{label}</summary>\n<ol>\n");
        let mut others = outline.others.iter().enumerate().peekable();
        for place in &outline.main.entries {
            if outline.what(*place) == What::Prompt {
                self.link(&mut out, *place, 0);
            }
            while let Some((number, chain)) = others.next_if(|(_, chain)| chain.behind == Some(*place)) {
                self.branch_links(&mut out, number, chain);
            }
        }
        others.for_each(|(number, chain)| self.branch_links(&mut out, number, chain));
        out.push_str("</ol>\n</details></nav>\n");
        out
    }

    fn link(&self, out: &mut String, place: usize, depth: usize) {
        let class = if depth == 0 { "active" } else { "other" };
        let depth = depth.min(INDENTS);
        let label = escaped(self.outline.label(place));
        out.push_str(&format!("<li class=\"{class} in{depth}\"><a href=\"#m{place}\">{label}</a></li>\n"));
    }

    fn branch_links(&self, out: &mut String, number: usize, chain: &Chain) {
        let depth = chain.depth.min(INDENTS);
        let label = escaped(&format!("Branch {}: {}", number + 1, self.outline.name(chain)));
        out.push_str(&format!("<li class=\"fork in{depth}\"><a href=\"#b{number}\">{label}</a></li>\n"));
        let prompts = chain.entries.iter().filter(|place| self.outline.what(**place) == What::Prompt);
        // A branch that begins with a prompt is named after it.
        let skipped = usize::from(chain.entries.first().is_some_and(|place| self.outline.what(*place) == What::Prompt));
        prompts.skip(skipped).for_each(|place| self.link(out, *place, chain.depth + 1));
    }

    fn chains(&mut self, out: &mut impl Write) -> io::Result<()> {
        let outline = self.outline;
        let mut others = outline.others.iter().enumerate().peekable();
        let mut rounds = Rounds::default();
        for (at, place) in outline.main.entries.iter().enumerate() {
            out.write_all(self.entry(&outline.main, at, &mut rounds).as_bytes())?;
            while let Some((number, chain)) = others.next_if(|(_, chain)| chain.behind == Some(*place)) {
                self.branch(out, number, chain)?;
            }
        }
        others.try_for_each(|(number, chain)| self.branch(out, number, chain))
    }

    /// Another branch, folded where it leaves the conversation.
    fn branch(&mut self, out: &mut impl Write, number: usize, chain: &Chain) -> io::Result<()> {
        let messages = counted(self.outline.messages(chain), "message", "messages");
        let name = escaped(self.outline.name(chain));
        writeln!(
            out,
            "<details class=\"branch\" id=\"b{number}\"><summary><b>Branch {}</b> <span>{name}</span>\
             <span class=\"state\">{messages}</span></summary>",
            number + 1
        )?;
        if let (Some(from), true) = (chain.from, chain.depth > 1) {
            writeln!(out, "<p class=\"note\">Follows <a href=\"#m{from}\">a message of the branch above</a></p>")?;
        }
        let mut rounds = Rounds::default();
        for at in 0..chain.entries.len() {
            out.write_all(self.entry(chain, at, &mut rounds).as_bytes())?;
        }
        out.write_all(b"</details>\n")
    }

    /// One entry as the page shows it; the results of a reply's calls stand with the calls.
    fn entry(&mut self, chain: &Chain, at: usize, rounds: &mut Rounds) -> String {
        let mut shown = String::new();
        let Some((number, node)) =
            chain.entries.get(at).and_then(|place| Some((*place, self.tree.nodes().get(*place)?)))
        else {
            return shown;
        };
        match self.outline.what(number) {
            What::Nothing => return shown,
            What::Change => {
                self.change(&mut shown, number);
                return shown;
            }
            What::Result if rounds.shown.contains(&number) => return shown,
            What::Reply => rounds.begin(self.outline, chain, at),
            _ => {}
        }
        let (tree, damage) = (self.tree, &mut self.damage);
        let Some(message) = history::said(tree, node, damage) else {
            note(&mut shown, "error", "A message that cannot be read");
            return shown;
        };
        let goes_on = rounds.goes_on(&message);
        let mut answer = |call: &str| rounds.answer(call, tree, damage);
        let place = Place { number, goes_on };
        messages::write(&mut shown, &place, &message, &mut answer);
        shown
    }

    /// The model or its thinking from here on.
    fn change(&self, out: &mut String, number: usize) {
        let Some(node) = self.tree.nodes().get(number) else { return };
        let text = match node.kind {
            Kind::Model => {
                parse::<ModelChangeEntry>(node, self.tree).ok().map(|entry| format!("Model: {}", entry.model))
            }
            _ => parse::<ThinkingLevelChangeEntry>(node, self.tree)
                .ok()
                .and_then(|entry| Some(format!("Thinking: {}", entry.thinking_level?))),
        };
        if let Some(text) = text {
            note(out, "mark", &text);
        }
    }

    fn foot(self) -> String {
        let mut out = String::new();
        let remarks = self.damage.into_remarks();
        if !remarks.is_empty() {
            out.push_str("<section class=\"damage\">\n<h2>What was wrong with the session file</h2>\n<ul>\n");
            remarks.iter().for_each(|remark| out.push_str(&format!("<li>{}</li>\n", escaped(remark))));
            out.push_str("</ul>\n</section>\n");
        }
        out.push_str("</body>\n</html>\n");
        out
    }
}

/// Which results stand with which calls, on one branch.
#[derive(Default)]
struct Rounds {
    /// Places of the results up to the next reply, by the id of their call; some servers use an id twice.
    waiting: HashMap<String, VecDeque<usize>>,
    shown: HashSet<usize>,
    /// Who gave the last reply.
    model: (String, String),
}

impl Rounds {
    /// Looks at what follows a reply, up to the next one.
    fn begin(&mut self, outline: &Outline, chain: &Chain, reply: usize) {
        self.waiting.clear();
        let behind = chain.entries.iter().skip(reply + 1);
        for place in behind.take_while(|place| outline.what(**place) != What::Reply) {
            if outline.what(*place) == What::Result {
                self.waiting.entry(outline.label(*place).to_owned()).or_default().push_back(*place);
            }
        }
    }

    /// Whether the message is a reply of the model that gave the one before.
    fn goes_on(&mut self, message: &AgentMessage) -> bool {
        let AgentMessage::Assistant(reply) = message else { return false };
        let (provider, model) = &self.model;
        let goes_on = *provider == reply.provider && *model == reply.model;
        if !goes_on {
            self.model = (reply.provider.clone(), reply.model.clone());
        }
        goes_on
    }

    fn answer(&mut self, call: &str, tree: &Tree<'_>, damage: &mut Damage) -> Option<ToolResultMessage> {
        let place = self.waiting.get_mut(call)?.pop_front()?;
        match history::said(tree, tree.nodes().get(place)?, damage)? {
            AgentMessage::ToolResult(result) => {
                self.shown.insert(place);
                Some(result)
            }
            _ => None,
        }
    }
}
