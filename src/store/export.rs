//! A conversation as one HTML file that needs nothing else: no scripts, no requests, whatever its content says.

mod html;
mod messages;

use std::path::Path;
use std::sync::Arc;

use crate::base::clock;
use crate::proto::shared::AgentMessage;

use super::damage::Damage;
use super::error::StoreError;
use super::header::Header;
use super::history;
use super::load::{title, tree};
use super::snapshot::Snapshot;

use html::escaped;

const STYLE: &str = include_str!("export/page.css");

/// Nothing is fetched and nothing runs, also if something that a page must not hold got past the escaping.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Writes the last branch of a transcript to `to`, from its first message on, also what a compaction put aside.
pub fn export_html(of: Snapshot, to: &Path) -> Result<(), StoreError> {
    let path = of.path().to_owned();
    let bytes = of.read()?;
    let mut damage = Damage::default();
    let (opening, tree) = tree(&bytes, &mut damage).map_err(|why| StoreError::NotASession { path, why })?;
    let messages = history::whole(&tree, &mut damage);
    let title = title(&tree, opening.slot, &opening.header);
    std::fs::write(to, page(&opening.header, title.as_deref(), &messages)).map_err(StoreError::io("write", to))
}

fn page(header: &Header, title: Option<&str>, messages: &[Arc<AgentMessage>]) -> String {
    let title = escaped(title.unwrap_or("Session"));
    let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.push_str(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"));
    page.push_str(&format!("<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"));
    page.push_str(&format!("<header>\n<h1>{title}</h1>\n{}</header>\n<main>\n", facts(header, messages)));
    for message in messages {
        messages::write(&mut page, message);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// What stands above the conversation: which session, how long, how much.
fn facts(header: &Header, messages: &[Arc<AgentMessage>]) -> String {
    let (mut input, mut output, mut cached, mut cost) = (0, 0, 0, 0.0);
    for message in messages {
        if let AgentMessage::Assistant(reply) = message.as_ref() {
            input += reply.usage.input + reply.usage.cache_write;
            output += reply.usage.output;
            cached += reply.usage.cache_read;
            cost += reply.usage.cost.total;
        }
    }
    let rows = [
        ("Session", header.id.as_ref().to_owned()),
        ("Begun", clock::iso(header.timestamp)),
        ("Folder", header.cwd.display().to_string()),
        ("Messages", messages.len().to_string()),
        ("Tokens", format!("{input} in, {cached} from cache, {output} out")),
        ("Cost", format!("${cost:.4}")),
    ];
    let rows = rows.map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(&value)));
    format!("<dl>\n{}</dl>\n", rows.concat())
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
