//! The command `prompt`: text for the model with what comes with it, or a slash command that runs here.

use crate::base::task;
use crate::dialect::lane::Ticket;
use crate::engine::mentions;
use crate::outbox::Outcome;
use crate::proto::autohand::{Nothing, PromptCommand, PromptImage, PromptSelection};
use crate::proto::shared::ImageContent;
use crate::session::{Input, Session, SessionError, SessionHandle};
use crate::slash::{Call, Ending, Meaning};
use crate::tools::subject::real;

use super::desk::Desk;
use super::turns::Purpose;
use super::{ReplyTo, errors};

/// Largest picture, in bytes.
const LARGEST_IMAGE: usize = 10 * 1024 * 1024;

const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Answers when it is accepted; everything after that is told by events, a model that cannot be asked included. `ticket`
/// keeps the process from ending before a slash command has.
pub(super) fn prompt(desk: &Desk, command: PromptCommand, reply: ReplyTo<PromptCommand>, ticket: Ticket) {
    if command.message.trim().is_empty() {
        return reply.fail(errors::missing("message"));
    }
    let images = match command.images.unwrap_or_default().into_iter().map(image).collect() {
        Ok(images) => images,
        Err(why) => return reply.fail(errors::invalid("images", why)),
    };
    let (files, selection) = command.context.map_or((None, None), |context| (context.files, context.selection));
    let mentions: Vec<String> = command.mentions.into_iter().chain(files).flatten().collect();
    let instruction = command.message.clone();
    let cwd = desk.cx.foreground().cwd();
    let text = match desk.cx.slash.meaning(command.message, &cwd) {
        Meaning::Builtin(call) => return local(desk, instruction, Work::Command(call), reply, ticket),
        Meaning::Extension { name, arguments } => {
            return local(desk, instruction, Work::Extension { name, arguments }, reply, ticket);
        }
        Meaning::Failed(why) => return local(desk, instruction, Work::Said(why), reply, ticket),
        Meaning::Plain(text) => match command_name(&text) {
            Some(name) => return local(desk, instruction, Work::Said(errors::unknown(name)), reply, ticket),
            None => desk.cx.slash.with_skills(text, &cwd),
        },
        Meaning::Expanded(text) if text.trim().is_empty() => {
            return local(desk, instruction, Work::Said(String::new()), reply, ticket);
        }
        Meaning::Expanded(text) => desk.cx.slash.with_skills(text, &cwd),
        Meaning::Skill(skill) => skill.input.text,
    };
    let input = Input { text: with_selection(text, selection), images };
    if mentions.is_empty() {
        return submit(desk, desk.cx.foreground(), instruction, input, reply);
    }
    // Reading takes its time; what comes behind this command waits for its answer.
    let (desk, session) = (desk.clone(), desk.cx.foreground());
    desk.cx.engine.tasks().clone().spawn("mentions", async move {
        let (roots, permissions) = (desk.roots.clone(), desk.permissions.clone());
        let read = move || {
            let root = real(&cwd);
            mentions::attached(&roots, &mentions, |path| permissions.denies_reading(path, &cwd, &root))
        };
        // A panic is in the log, and costs the files only.
        let attached = task::blocking("mentions", read).await.unwrap_or_default();
        let images = input.images.into_iter().chain(attached.images).collect();
        let input = Input { text: input.text + &attached.text, images };
        submit(&desk, session, instruction, input, reply);
    });
}

fn submit(desk: &Desk, session: SessionHandle, instruction: String, input: Input, reply: ReplyTo<PromptCommand>) {
    let desk = desk.clone();
    session.call("prompt", move |session, fx| {
        if let Err(why) = is_free(&desk, session) {
            return reply.fail(why);
        }
        match session.submit(input, None, fx) {
            Ok(_) => {
                desk.voice.turns().expect(Purpose::Prompt { instruction });
                reply.send(Nothing {});
            }
            Err(SessionError::NotReady(why)) => {
                reply.send(Nothing {});
                desk.voice.fail_turn(instruction, why);
            }
            Err(SessionError::Busy) => reply.fail(errors::BUSY),
            Err(SessionError::Blank | SessionError::EmptyName) => reply.fail(errors::missing("message")),
        }
    });
}

/// Whether a turn may begin that no session refuses by itself.
fn is_free(desk: &Desk, session: &Session) -> Result<(), &'static str> {
    let turns = desk.voice.turns();
    match (desk.automode.is_active() || session.is_compacting() || turns.is_local(), turns.closing) {
        (true, _) => Err(errors::BUSY),
        (false, true) => Err(errors::SHUTTING_DOWN),
        (false, false) => Ok(()),
    }
}

/// What a turn does without the model.
enum Work {
    Command(Call),
    /// A command of an extension, with what was typed behind it.
    Extension {
        name: String,
        arguments: String,
    },
    /// Nothing; this is said.
    Said(String),
}

/// Protocol: a slash command runs here, and what it prints arrives as one `message_update`.
fn local(desk: &Desk, instruction: String, work: Work, reply: ReplyTo<PromptCommand>, ticket: Ticket) {
    let desk = desk.clone();
    desk.cx.foreground().call("prompt", move |session, _| {
        if session.is_streaming() {
            return reply.fail(errors::BUSY);
        }
        if let Err(why) = is_free(&desk, session) {
            return reply.fail(why);
        }
        reply.send(Nothing {});
        let silent = format!("{} was carried out", command_name(&instruction).unwrap_or("The command"));
        desk.voice.begin_local(instruction);
        match work {
            Work::Said(text) => {
                desk.voice.turns().print(&text);
                desk.voice.end_local(&silent, session.context_usage());
            }
            Work::Extension { name, arguments } => extension(desk, &name, &arguments, silent, ticket),
            Work::Command(call) => {
                let (slash, engine) = (desk.cx.slash.clone(), desk.cx.engine.clone());
                slash.run(call, &engine, move |ending, session, fx| {
                    match ending {
                        Ending::Local => desk.voice.end_local(&silent, session.context_usage()),
                        // The turn goes on with the model.
                        Ending::Prompt(text) => {
                            desk.voice.leave_local();
                            let input = Input { text, images: Vec::new() };
                            if let Err(error) = session.submit(input, None, fx) {
                                desk.voice.end_turn(Outcome::Failed(refusal(error)), session.context_usage());
                            }
                        }
                    }
                    drop(ticket);
                });
            }
        }
    });
}

/// Runs a command of an extension; `silent` is what the turn says when the command says nothing.
fn extension(desk: Desk, name: &str, arguments: &str, silent: String, ticket: Ticket) {
    let session = desk.cx.foreground();
    let ended = desk.cx.extensions.run_command(name, arguments, &session.cwd());
    desk.cx.engine.tasks().clone().spawn("extension command", async move {
        let end = match ended {
            Some(ended) => ended.await,
            // The extension ended in this moment.
            None => Default::default(),
        };
        session.call("extension command", move |session, _| {
            if let Some(text) = end.text {
                desk.voice.turns().print(&text);
            }
            if end.was_cut {
                desk.voice.leave_local();
                desk.voice.end_turn(Outcome::Aborted, session.context_usage());
            } else {
                desk.voice.end_local(&silent, session.context_usage());
            }
            drop(ticket);
        });
    });
}

fn refusal(error: SessionError) -> String {
    match error {
        SessionError::NotReady(why) => why,
        SessionError::Busy => errors::BUSY.to_owned(),
        SessionError::Blank | SessionError::EmptyName => errors::missing("message"),
    }
}

/// The command that a text names, with its slash, if it begins like one; a path is none.
fn command_name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len());
    let name = text.get(..end)?;
    let word = name.strip_prefix('/')?;
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    is_word.then_some(name)
}

fn image(image: PromptImage) -> Result<ImageContent, &'static str> {
    if !IMAGE_TYPES.contains(&image.mime_type.as_str()) {
        return Err("expected image/png, image/jpeg, image/gif or image/webp");
    }
    if image.data.len() / 4 * 3 > LARGEST_IMAGE {
        return Err("a picture is larger than 10 MiB");
    }
    Ok(ImageContent { data: image.data, mime_type: image.mime_type, detail: None })
}

/// The message with what is selected in the host's editor behind it.
fn with_selection(message: String, selection: Option<PromptSelection>) -> String {
    let Some(selection) = selection else { return message };
    let (file, from, to, text) = (selection.file, selection.start_line, selection.end_line, selection.text);
    format!("{message}\n\nSelected in {file}, lines {from} to {to}:\n```\n{text}\n```")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_no_command() {
        assert_eq!(command_name("/help me"), Some("/help"));
        assert_eq!(command_name("/skill:none x"), Some("/skill"));
        for text in ["/usr/bin/env is odd", "/", "/ x", "help", "/a.b", "//x"] {
            assert_eq!(command_name(text), None, "{text}");
        }
    }
}
