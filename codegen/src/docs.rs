//! Pages for people: the protocol in Markdown, and the command table of the README.

use std::fmt::Write;

use serde_json::Value;

use crate::model::{Definition, Dialect, Frame, FrameKind, Model, ResultMode, Room};
use crate::shape::{self, Shape, Struct};

/// The page of a dialect: every command, event and frame with its members, errors and examples.
pub fn protocol(model: &Model, room: &Room) -> String {
    let Some(dialect) = &room.dialect else { return String::new() };
    let mut page = Page { model, room, text: String::new() };
    page.line(&format!("# {}\n", dialect.title));
    page.line("<!-- Made from schema/ by the build. Do not edit. -->\n");
    page.line(&format!("{}\n", dialect.description));
    page.line("Optional members may be left out; members marked \"or null\" are there and may be null.");
    page.line("Members that are not listed are ignored, or refused with `--strict`.\n");
    page.commands(dialect);
    page.frames("## Frames from the host\n", FrameKind::Frame, true);
    page.frames("## Events\n", FrameKind::Event, false);
    page.frames("## Other frames from the server\n", FrameKind::Frame, false);
    page.types();
    page.text
}

/// The table of the README: one row a command, by group.
pub fn command_table(room: &Room) -> String {
    let mut text = String::from("| Command | Group | What it does |\n|---|---|---|\n");
    for (definition, frame) in room.commands() {
        let name = definition.stem.as_deref().unwrap_or_default();
        let does = first_sentence(definition.description());
        let group = title(room, &frame.group);
        let _ = writeln!(text, "| `{name}` | {group} | {} |", cell(does));
    }
    text
}

fn title<'a>(room: &'a Room, group: &'a str) -> &'a str {
    let groups = room.dialect.as_ref().map_or(&[][..], |dialect| dialect.groups.as_slice());
    groups.iter().find(|(name, _)| name == group).map_or(group, |(_, title)| title)
}

/// Up to the first full stop that ends a sentence (one inside a name or a path does not).
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| text.get(..=end).unwrap_or(text))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

struct Page<'a> {
    model: &'a Model,
    room: &'a Room,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn commands(&mut self, dialect: &Dialect) {
        self.line("## Commands\n");
        let room = self.room;
        let mut group = None;
        for (definition, frame) in room.commands() {
            if group != Some(&frame.group) {
                group = Some(&frame.group);
                self.line(&format!("### {}\n", title(room, &frame.group)));
            }
            self.command(definition, frame);
        }
        let text = format!(
            "A line that is no frame is answered by a failure whose `command` is `{}`. Every failure is \
             `{{\"type\": \"response\", \"command\": …, \"success\": false, \"error\": …}}`.\n",
            dialect.parse_command
        );
        self.line(&text);
    }

    fn command(&mut self, definition: &Definition, frame: &Frame) {
        let name = definition.stem.as_deref().unwrap_or_default();
        self.line(&format!("#### `{name}`\n"));
        self.line(&format!("{}\n", definition.description()));
        self.line(&format!("Order: {}. Since protocol version {}.\n", frame.ordering.word(), frame.since));
        self.shape(definition);
        match &frame.result {
            None => self.line("Its answer has no data.\n"),
            Some(result) => {
                let when = match frame.result_mode {
                    ResultMode::Required => "",
                    ResultMode::Optional => ", when there is any",
                    ResultMode::Nullable => ", or null",
                };
                self.line(&format!("Data of its answer{when}: {}.\n", self.link(result)));
            }
        }
        if !frame.errors.is_empty() {
            self.line("Errors:\n");
            for error in &frame.errors {
                self.line(&format!("- `{error}`"));
            }
            self.line("");
        }
        self.examples(definition);
    }

    fn frames(&mut self, heading: &str, kind: FrameKind, inbound: bool) {
        let room = self.room;
        let list: Vec<_> = room.frames(kind).filter(|(_, frame)| frame.inbound == inbound).collect();
        if list.is_empty() {
            return;
        }
        self.line(heading);
        for (definition, frame) in list {
            let name = definition.stem.as_deref().unwrap_or_default();
            self.line(&format!("### `{name}`\n"));
            self.line(&format!("{}\n", definition.description()));
            self.line(&format!("Since protocol version {}.\n", frame.since));
            self.shape(definition);
            self.examples(definition);
        }
    }

    fn types(&mut self) {
        self.line("## Types\n");
        let bundle = crate::bundle::bundle(self.model, self.room);
        let names = bundle.get("$defs").and_then(Value::as_object);
        let mut definitions: Vec<&Definition> = names
            .into_iter()
            .flat_map(|defs| defs.keys())
            .filter_map(|name| self.model.find(self.room, name))
            .filter(|definition| definition.frame.is_none())
            .collect();
        definitions.sort_by(|a, b| a.name.cmp(&b.name));
        for definition in definitions {
            self.line(&format!("### {}\n", definition.name));
            self.line(&format!("{}\n", definition.description()));
            self.shape(definition);
        }
    }

    fn shape(&mut self, definition: &Definition) {
        match &definition.shape {
            Shape::Struct(shape) => self.members(shape),
            Shape::Strings(values) => self.values(values),
            Shape::Tagged(union) => {
                self.line(&format!("One of these, told apart by `{}`:\n", union.tag));
                for variant in &union.variants {
                    self.line(&format!("- `{}`: {}", variant.value, self.link(&variant.target)));
                }
                self.line("");
            }
            Shape::ByMember(variants) => {
                self.line("One of these, told apart by the member that is there:\n");
                for variant in variants {
                    self.line(&format!("- `{}`: {}", variant.member, self.link(&variant.target)));
                }
                self.line("");
            }
            Shape::ByKind(variants) => {
                let kinds: Vec<String> = variants.iter().map(|variant| self.kind(&variant.schema)).collect();
                self.line(&format!("{}.\n", kinds.join(", or ")));
            }
            Shape::Alias => self.line(&format!("{}.\n", self.kind(&definition.schema))),
        }
    }

    fn values(&mut self, values: &[(String, Option<String>)]) {
        for (value, description) in values {
            let text = description.as_deref().map(|text| format!(": {text}")).unwrap_or_default();
            self.line(&format!("- `{value}`{text}"));
        }
        self.line("");
    }

    fn members(&mut self, shape: &Struct) {
        let rows = shape.constants.len() + shape.fields.len();
        if rows == 0 {
            return;
        }
        self.line("| Member | Type | |");
        self.line("|---|---|---|");
        for (name, value) in &shape.constants {
            self.line(&format!("| `{name}` | `{value}` | |"));
        }
        for field in &shape.fields {
            let optional = if field.required { "" } else { ", optional" };
            let kind = self.kind(&field.schema);
            let text = field.schema.get("description").and_then(Value::as_str).unwrap_or_default();
            self.line(&format!("| `{}` | {}{optional} | {} |", field.name, cell(&kind), cell(text)));
        }
        self.line("");
    }

    fn kind(&self, schema: &Value) -> String {
        if let Some(inner) = shape::nullable(schema) {
            return format!("{} or null", self.kind(inner));
        }
        if let Some(name) = shape::target(schema) {
            return self.link(name);
        }
        if let Some(constant) = schema.get("const") {
            return format!("`{constant}`");
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ");
        }
        match schema.get("type") {
            Some(Value::Array(words)) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                words.join(" or ")
            }
            Some(Value::String(word)) if word == "array" => {
                let items = schema.get("items").map_or_else(|| "anything".to_owned(), |items| self.kind(items));
                format!("list of {items}")
            }
            Some(Value::String(word)) if word == "object" => match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => format!("object with values of {}", self.kind(values)),
                _ => "object".to_owned(),
            },
            Some(Value::String(word)) => word.clone(),
            _ => "any value".to_owned(),
        }
    }

    fn link(&self, name: &str) -> String {
        let frame = self.model.find(self.room, name).filter(|definition| definition.frame.is_some());
        let anchor = frame.and_then(|frame| frame.stem.clone()).unwrap_or_else(|| name.to_lowercase());
        format!("[{name}](#{anchor})")
    }

    fn examples(&mut self, definition: &Definition) {
        for example in definition.examples() {
            self.line(&format!("```json\n{example}\n```\n"));
        }
    }
}
