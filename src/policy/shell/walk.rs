//! Reads the tree of a line: statements become commands, redirections and doubts.

mod kinds;

use tree_sitter::Node;

use kinds::{DESCENDED, LEAVES, LOOSE, STATEMENTS};

use super::value::{text, value};
use super::{Command, DEEPEST, Doubt, LONGEST, Line, MOST_COMMANDS, Redirect, Word, tree, wrap};

/// Variables that change how much a program says, and not what it does.
const HARMLESS: [&str; 18] = [
    "CI",
    "CLICOLOR",
    "COLUMNS",
    "DEBUG",
    "FORCE_COLOR",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LINES",
    "NODE_ENV",
    "NO_COLOR",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
    "VERBOSE",
];

/// Adds what `source` would run to the line. `depth` counts the shells and wrappers around it.
pub(super) fn read(source: &str, depth: usize, line: &mut Line) {
    if source.len() > LONGEST || depth > DEEPEST {
        return line.doubt(Doubt::Unread);
    }
    if let Some(odd) = source.chars().find(|c| misleads(*c)) {
        line.doubt(Doubt::LookAlike(odd.to_string()));
    }
    let Some(tree) = tree(source) else { return line.doubt(Doubt::Unread) };
    let root = tree.root_node();
    if root.has_error() {
        line.doubt(Doubt::Syntax);
    }
    Walk { source, line }.node(root, Place { depth, piped: false });
}

/// Characters that do not show, or that turn the order of others.
fn misleads(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    piped: bool,
}

impl Place {
    fn below(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

struct Walk<'a> {
    source: &'a str,
    line: &'a mut Line,
}

impl Walk<'_> {
    fn node(&mut self, node: Node<'_>, place: Place) {
        if place.depth > DEEPEST {
            return self.line.doubt(Doubt::Unread);
        }
        if node.is_missing() {
            self.line.doubt(Doubt::Syntax);
        }
        if !LOOSE.contains(&node.kind()) && self.gaps(node).iter().any(|gap| *gap != "-") {
            self.line.doubt(Doubt::Construct("text that belongs to nothing"));
        }
        self.arithmetic(node);
        match node.kind() {
            "command" | "declaration_command" | "unset_command" => self.command(node, place, Vec::new(), None),
            "redirected_statement" => self.redirected(node, place),
            "pipeline" => self.pipeline(node, place),
            "variable_assignment" => self.assignment(node, place),
            "file_redirect" => {
                self.redirect(node, place);
            }
            "command_substitution" | "process_substitution" => {
                self.line.doubt(Doubt::Substitution);
                self.children(node, Place { piped: false, ..place.below() });
            }
            "for_statement" => self.repeated(node, place),
            "function_definition" => {
                let name = node.child_by_field_name("name").map_or("", |name| text(name, self.source));
                self.line.doubt(Doubt::Function(name.to_owned()));
                self.children(node, place.below());
            }
            "expansion" => {
                // `${name@P}` runs what the value says.
                let inside = text(node, self.source).trim_end_matches('}');
                let lists = ["@", "*", "@]", "*]"].iter().any(|end| inside.ends_with(end));
                if inside.ends_with("@P") || (inside.starts_with("${!") && !lists) {
                    self.line.doubt(Doubt::Construct("an expansion that runs a value"));
                }
                self.children(node, place.below());
            }
            "ERROR" => {
                self.line.doubt(Doubt::Syntax);
                self.children(node, place.below());
            }
            "program" => self.children(node, place),
            kind if DESCENDED.contains(&kind) => self.children(node, place.below()),
            kind if LEAVES.contains(&kind) => self.leaf(node),
            _ => {
                self.line.doubt(Doubt::Construct("something that is not known here"));
                self.children(node, place.below());
            }
        }
    }

    /// `for NAME in VALUES`.
    fn repeated(&mut self, node: Node<'_>, place: Place) {
        self.values(node, "value");
        let name = node.child_by_field_name("variable").map_or("", |name| text(name, self.source));
        let mut cursor = node.walk();
        let mut values = node.children_by_field_name("value", &mut cursor).peekable();
        let plain = |node: Node<'_>| {
            text(node, self.source).chars().all(|c| c.is_ascii_digit() || matches!(c, '{' | '}' | '.'))
        };
        if values.peek().is_none() || !values.all(plain) {
            self.line.texts_of.push(name.to_owned());
        }
        if wrap::decides(name) {
            self.line.doubt(Doubt::Variable(name.to_owned()));
        }
        self.children(node, place.below());
    }

    /// Notes what the shell evaluates as arithmetic, and tests that run the subscripts of what they name.
    fn arithmetic(&mut self, node: Node<'_>) {
        let written = text(node, self.source);
        let has = |operators: &[&str]| written.split_whitespace().any(|word| operators.contains(&word));
        let evaluated = match node.kind() {
            "arithmetic_expansion" | "c_style_for_statement" | "subscript" => true,
            "compound_statement" | "test_command" if written.starts_with("((") => true,
            "test_command" => {
                let plain: String = written.chars().filter(|c| !matches!(c, '\\' | '"' | '\'')).collect();
                if ["[$(", "[`"].iter().any(|mark| plain.get(2..).is_some_and(|plain| plain.contains(mark))) {
                    self.line.doubt(Doubt::Construct(SUBSCRIPT));
                }
                false
            }
            "binary_expression" => has(&["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]) && !has(&["&&", "||"]),
            "unary_expression" => has(&["-v"]),
            _ => false,
        };
        if evaluated {
            self.line.arithmetic.push(written.to_owned());
        }
    }

    fn children(&mut self, node: Node<'_>, place: Place) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.is_named() {
                self.node(child, place);
            } else if child.kind() == ";;" && node.kind() != "case_item" {
                // The grammar takes it for an end of any statement; a shell does not.
                self.line.doubt(Doubt::Syntax);
            }
        }
    }

    /// Text between the children of a node. The grammar loses some: the `-` in `cat - <<X`, for one.
    fn gaps(&self, node: Node<'_>) -> Vec<&str> {
        let (mut at, mut found) = (node.start_byte(), Vec::new());
        let mut cursor = node.walk();
        if node.child_count() == 0 {
            return found;
        }
        for child in node.children(&mut cursor) {
            // A continued line is no text.
            let gap = self.source.get(at..child.start_byte()).unwrap_or_default();
            found.extend(gap.split_whitespace().filter(|text| *text != "\\"));
            at = child.end_byte();
        }
        found
    }

    fn pipeline(&mut self, node: Node<'_>, place: Place) {
        let mut cursor = node.walk();
        for (number, child) in node.named_children(&mut cursor).enumerate() {
            self.node(child, Place { piped: place.piped || number > 0, ..place.below() });
        }
    }

    /// A statement with redirections behind it; words behind a target are arguments of its command.
    fn redirected(&mut self, node: Node<'_>, place: Place) {
        let (mut words, mut stdin) = (Vec::new(), None);
        words.extend(self.gaps(node).into_iter().map(Word::exact));
        let body = node.child_by_field_name("body");
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|child| Some(*child) != body) {
            match child.kind() {
                "file_redirect" => words.extend(self.redirect(child, place)),
                "heredoc_redirect" => {
                    let (more, text) = self.heredoc(child, place.below());
                    words.extend(more);
                    stdin = text;
                }
                "herestring_redirect" => stdin = self.herestring(child, place),
                _ => self.node(child, place.below()),
            }
        }
        match body {
            Some(body) if body.kind() == "command" => self.command(body, place.below(), words, stdin),
            body => {
                if !words.is_empty() {
                    self.line.doubt(Doubt::Syntax);
                }
                if let Some(body) = body {
                    self.node(body, place.below());
                }
            }
        }
    }

    /// Notes the target; gives the words behind it.
    fn redirect(&mut self, node: Node<'_>, place: Place) -> Vec<Word> {
        let mut cursor = node.walk();
        let operator = node.children(&mut cursor).find(|child| !child.is_named()).map_or("", |child| child.kind());
        let mut cursor = node.walk();
        let mut words: Vec<Word> = Vec::new();
        for child in node.children_by_field_name("destination", &mut cursor) {
            self.node(child, place.below());
            words.push(value(child, self.source));
        }
        if words.is_empty() {
            // `2>&-` closes and opens nothing.
            return words;
        }
        let target = words.remove(0);
        let is_duplicate = matches!(operator, ">&" | "<&" | ">&-" | "<&-")
            && target.exact
            && target.text.chars().all(|c| c.is_ascii_digit() || c == '-');
        if !is_duplicate {
            self.line.redirects.push(Redirect { target, writes: operator != "<" });
        }
        words
    }

    /// Gives its text.
    fn herestring(&mut self, node: Node<'_>, place: Place) -> Option<String> {
        self.node(node, place.below());
        let text = node.named_child(0).map(|text| value(text, self.source))?;
        self.line.values.push(text.clone());
        Some(text.text)
    }

    /// Gives the words behind its mark, and its text.
    fn heredoc(&mut self, node: Node<'_>, place: Place) -> (Vec<Word>, Option<String>) {
        let (mut words, mut body) = (Vec::new(), None);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor).filter(Node::is_named) {
            match child.kind() {
                "heredoc_start" => self.mark(text(child, self.source)),
                "heredoc_end" | "file_descriptor" => {}
                "heredoc_body" => {
                    body = Some(text(child, self.source).to_owned());
                    self.line.texts.extend(body.clone());
                    self.children(child, place);
                }
                "file_redirect" => words.extend(self.redirect(child, place)),
                "pipeline" | "command" | "redirected_statement" => {
                    self.node(child, Place { piped: child.kind() == "pipeline", ..place });
                }
                kind if STATEMENTS.contains(&kind) => self.node(child, place),
                _ => {
                    self.node(child, place);
                    words.push(value(child, self.source));
                }
            }
        }
        (words, body)
    }

    /// The mark of a text in the line. The grammar finds the end of a plain one, or of one that is quoted as a whole.
    fn mark(&mut self, mark: &str) {
        let inside = ["'", "\""].iter().find_map(|quote| mark.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(mark);
        if !inside.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')) {
            self.line.doubt(Doubt::Unread);
        }
    }

    /// Keeps the words of a field.
    fn values(&mut self, node: Node<'_>, field: &str) {
        let mut cursor = node.walk();
        for child in node.children_by_field_name(field, &mut cursor) {
            match child.kind() {
                "array" => {
                    let mut cursor = child.walk();
                    let words = child.named_children(&mut cursor).map(|item| value(item, self.source));
                    self.line.values.extend(words);
                }
                _ => self.line.values.push(value(child, self.source)),
            }
        }
    }

    fn assignment(&mut self, node: Node<'_>, place: Place) {
        self.values(node, "value");
        let name = node.child_by_field_name("name").map_or("", |name| text(name, self.source));
        if let Some(set) = node.child_by_field_name("value").filter(|_| wrap::holds_a_command(name)) {
            read(&value(set, self.source).text, place.depth + 1, self.line);
        }
        if !HARMLESS.contains(&name) {
            self.line.doubt(Doubt::Variable(name.to_owned()));
        }
        let is_number = |node: Node<'_>| {
            let word = value(node, self.source);
            node.kind() == "arithmetic_expansion"
                || (word.exact && word.text.trim_start_matches('-').chars().all(|c| c.is_ascii_digit()))
        };
        if let Some(set) = node.child_by_field_name("value").filter(|set| !is_number(*set)) {
            self.line.texts_of.push(name.split('[').next().unwrap_or_default().to_owned());
            let plain = text(set, self.source).replace('\\', "");
            if ["[$(", "[`"].iter().any(|mark| plain.contains(mark)) {
                self.line.doubt(Doubt::Construct(SUBSCRIPT));
            }
        }
        self.children(node, place.below());
    }

    fn command(&mut self, node: Node<'_>, place: Place, behind: Vec<Word>, mut stdin: Option<String>) {
        let mut words: Vec<Word> = Vec::new();
        let (declares, mut assigns) = (node.kind() == "declaration_command", false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "variable_assignment" => {
                    assigns |= declares;
                    self.assignment(child, place.below());
                }
                "file_redirect" => words.extend(self.redirect(child, place)),
                "herestring_redirect" => stdin = self.herestring(child, place),
                "subshell" => {
                    self.line.doubt(Doubt::Syntax);
                    self.node(child, place.below());
                }
                _ if !child.is_named() => words.push(Word::exact(text(child, self.source))),
                "command_name" => {
                    self.children(child, place.below());
                    words.push(value(child, self.source));
                }
                _ => {
                    self.node(child, place.below());
                    words.push(value(child, self.source));
                    if matches!(text(child, self.source), "{" | "}") {
                        // A misunderstood group looks like this.
                        self.line.doubt(Doubt::Construct("a brace as an argument"));
                    }
                }
            }
        }
        words.extend(behind);
        if declares && words.iter().any(|word| word.text.starts_with('-') && word.text.contains('i')) {
            self.line.arithmetic.push(text(node, self.source).to_owned());
        }
        add(
            Command { words, piped: place.piped, assigns, ..Command::default() },
            stdin.as_deref(),
            place.depth,
            self.line,
        );
    }

    /// The grammar forgives; a word that holds what would end it was not understood.
    fn leaf(&mut self, node: Node<'_>) {
        let text = text(node, self.source);
        let odd = match node.kind() {
            "word" => unescaped(text, |rest| {
                rest.starts_with([';', '|', '&', '(', ')', '<', '>', '`', ' ', '\n', '\t', '"', '\''])
                    || rest.starts_with("$(")
            }),
            "string_content" | "heredoc_content" => {
                unescaped(text, |rest| rest.starts_with('`') || rest.starts_with("$("))
            }
            "regex" | "extglob_pattern" => text.contains('`') || text.contains("$("),
            _ => false,
        };
        if odd {
            self.line.doubt(Doubt::Construct("a word that is not plain"));
        }
    }
}

/// Whether the test holds anywhere but behind a backslash.
fn unescaped(text: &str, test: impl Fn(&str) -> bool) -> bool {
    let mut escaped = false;
    text.char_indices().any(|(at, c)| {
        let found = !escaped && text.get(at..).is_some_and(&test);
        escaped = !escaped && c == '\\';
        found
    })
}

/// Adds a command, and what it runs in its turn.
pub(super) fn add(mut command: Command, stdin: Option<&str>, depth: usize, line: &mut Line) {
    let Some(name) = command.words.first() else { return };
    if depth > DEEPEST || line.commands.len() >= MOST_COMMANDS {
        return line.doubt(Doubt::Unread);
    }
    if !name.exact {
        line.doubt(Doubt::Name(name.text.clone()));
    } else if name.text.is_empty() || !name.text.is_ascii() || name.text.contains(char::is_whitespace) {
        line.doubt(Doubt::LookAlike(name.text.clone()));
    }
    if command.words.iter().any(|word| ["[$(", "[`"].iter().any(|mark| word.text.contains(mark))) {
        // Some commands evaluate it even where it is quoted.
        line.doubt(Doubt::Construct(SUBSCRIPT));
    }
    let runs = wrap::runs(&command, stdin);
    command.transparent = runs.transparent;
    let piped = command.piped;
    line.commands.push(command);
    for doubt in runs.doubts {
        line.doubt(doubt);
    }
    line.redirects.extend(runs.writes.into_iter().map(|target| Redirect { target, writes: true }));
    line.texts_of.extend(runs.sets);
    line.arithmetic.extend(runs.arithmetic);
    for words in runs.commands {
        add(Command { words, piped, ..Command::default() }, stdin, depth + 1, line);
    }
    for script in runs.scripts {
        read(&script, depth + 1, line);
    }
}

const SUBSCRIPT: &str = "a subscript that runs a command";
