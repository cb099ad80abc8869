//! What the page is made of before any of it is written: the branches in their order, and what each entry is.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::proto::shared::{AgentMessage, AssistantBlock, Usage, UserBlock, UserContent};
use crate::proto::transcript::MessageEntry;

use super::super::history::parse;
use super::super::tree::{Kind, Node, Tree};
use super::html::short;

/// Characters of a label.
const LABEL: usize = 90;

/// What an entry is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Prompt,
    Reply,
    /// Of a call; its label is the call's id.
    Result,
    Summary,
    Aside,
    /// Not a message, but told between them.
    Change,
    Nothing,
}

/// An entry, known before it is read in full.
pub(super) struct Glance {
    pub what: What,
    pub label: String,
}

/// Entries one after the other, from a root or a fork to an end.
pub(super) struct Chain {
    /// Their places in the file.
    pub entries: Vec<usize>,
    /// The entry that it follows; none for a root.
    pub from: Option<usize>,
    /// How many forks lie between it and the conversation.
    pub depth: usize,
    /// The entry of the conversation behind which it is shown; none for one with a root of its own.
    pub behind: Option<usize>,
}

pub(super) struct Outline {
    pub glances: Vec<Glance>,
    /// The conversation, up to the last entry.
    pub main: Chain,
    /// The other branches in the order of the page, those without a message left out.
    pub others: Vec<Chain>,
    /// Of every reply, on all branches.
    pub all: Sum,
    /// Of the replies of the conversation.
    pub told: Sum,
    pub models: Vec<String>,
}

/// What replies consumed.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub replies: usize,
    pub input: u64,
    pub cached: u64,
    pub output: u64,
    pub cost: f64,
}

impl Sum {
    fn add(&mut self, usage: &Usage) {
        self.replies += 1;
        self.input += usage.input + usage.cache_write;
        self.cached += usage.cache_read;
        self.output += usage.output;
        self.cost += usage.cost.total;
    }
}

impl Outline {
    pub(super) fn of(tree: &Tree<'_>) -> Self {
        let forks = Forks::of(tree);
        let main = Chain { entries: forks.main.clone(), from: None, depth: 0, behind: None };
        let is_told: HashSet<usize> = main.entries.iter().copied().collect();
        let mut outline = Self {
            glances: Vec::new(),
            main,
            others: Vec::new(),
            all: Sum::default(),
            told: Sum::default(),
            models: Vec::new(),
        };
        for (place, node) in tree.nodes().iter().enumerate() {
            let (glance, reply) = look(node, tree);
            if let Some(Spent { model, usage }) = reply {
                outline.all.add(&usage);
                if is_told.contains(&place) {
                    outline.told.add(&usage);
                }
                if !outline.models.contains(&model) {
                    outline.models.push(model);
                }
            }
            outline.glances.push(glance);
        }
        outline.others = forks.chains();
        outline.others.retain(|chain| count(&outline.glances, chain) > 0);
        outline.name_after_words(tree);
        outline
    }

    /// A branch that begins with a reply is named after its first words.
    fn name_after_words(&mut self, tree: &Tree<'_>) {
        for chain in &self.others {
            let what = |place: &usize| self.glances.get(*place).map_or(What::Nothing, |glance| glance.what);
            let Some(place) = chain.entries.iter().find(|place| is_message(what(place))) else { continue };
            let (Some(node), Some(glance)) = (tree.nodes().get(*place), self.glances.get_mut(*place)) else { continue };
            if let Some(words) = words(node, tree).filter(|_| glance.what == What::Reply) {
                glance.label = words;
            }
        }
    }

    pub(super) fn what(&self, place: usize) -> What {
        self.glances.get(place).map_or(What::Nothing, |glance| glance.what)
    }

    pub(super) fn label(&self, place: usize) -> &str {
        self.glances.get(place).map_or("", |glance| glance.label.as_str())
    }

    /// How many messages a branch has.
    pub(super) fn messages(&self, chain: &Chain) -> usize {
        count(&self.glances, chain)
    }

    /// The first message of a branch, by which it is named.
    pub(super) fn name<'o>(&'o self, chain: &Chain) -> &'o str {
        let first = chain.entries.iter().find(|place| is_message(self.what(**place)));
        match first {
            Some(place) if self.what(*place) == What::Result => "Result",
            Some(place) => self.label(*place),
            None => "",
        }
    }
}

fn count(glances: &[Glance], chain: &Chain) -> usize {
    let of = |place: &&usize| glances.get(**place).is_some_and(|glance| is_message(glance.what));
    chain.entries.iter().filter(of).count()
}

fn is_message(what: What) -> bool {
    !matches!(what, What::Nothing | What::Change)
}

/// Where the tree divides, and which way goes on.
struct Forks {
    /// The last entry's path to its root.
    main: Vec<usize>,
    /// The entry that goes on with each entry's branch.
    next: HashMap<usize, usize>,
    /// The beginnings of other branches by the entry that they follow, in the order of the file.
    heads: HashMap<Option<usize>, Vec<usize>>,
}

impl Forks {
    fn of(tree: &Tree<'_>) -> Self {
        let count = tree.nodes().len();
        let parent = |place: usize| tree.parent_place(place);
        let mut main: Vec<usize> = std::iter::successors(count.checked_sub(1), |place| parent(*place)).collect();
        main.reverse();
        let mut next: HashMap<usize, usize> = (0..count).filter_map(|place| Some((parent(place)?, place))).collect();
        next.extend(main.iter().zip(main.iter().skip(1)));
        let mut heads: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for place in 0..count {
            let goes_on = match parent(place) {
                Some(parent) => next.get(&parent) == Some(&place),
                None => main.first() == Some(&place),
            };
            if !goes_on {
                heads.entry(parent(place)).or_default().push(place);
            }
        }
        Self { main, next, heads }
    }

    /// The other branches, each behind the one from which it comes.
    fn chains(&self) -> Vec<Chain> {
        let mut chains = Vec::new();
        let behind_main = self.main.iter().copied().map(Some).chain([None]);
        for behind in behind_main {
            let mut heads = self.heads_at(behind, 1);
            while let Some((head, from, depth)) = heads.pop() {
                let entries: Vec<usize> =
                    std::iter::successors(Some(head), |place| self.next.get(place).copied()).collect();
                let further: Vec<_> =
                    entries.iter().rev().flat_map(|place| self.heads_at(Some(*place), depth + 1)).collect();
                heads.extend(further);
                chains.push(Chain { entries, from, depth, behind });
            }
        }
        chains
    }

    /// The first one last, to be taken from the end.
    fn heads_at(&self, from: Option<usize>, depth: usize) -> Vec<(usize, Option<usize>, usize)> {
        self.heads.get(&from).into_iter().flatten().rev().map(|head| (*head, from, depth)).collect()
    }
}

struct Spent {
    model: String,
    usage: Usage,
}

/// What is looked at before a message is worth parsing.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Probe {
    message: Option<Probed>,
    custom_type: Option<String>,
    display: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Probed {
    role: String,
    provider: Option<String>,
    model: Option<String>,
    usage: Option<Usage>,
    error_message: Option<String>,
    tool_call_id: Option<String>,
    custom_type: Option<String>,
    display: Option<bool>,
}

fn look(node: &Node<'_>, tree: &Tree<'_>) -> (Glance, Option<Spent>) {
    let plain = |what, label: &str| (Glance { what, label: label.to_owned() }, None);
    match node.kind {
        Kind::Model | Kind::Thinking => plain(What::Change, ""),
        Kind::Title | Kind::Custom | Kind::Other => plain(What::Nothing, ""),
        Kind::Compaction => plain(What::Summary, "Summary of what came before"),
        Kind::BranchSummary => plain(What::Summary, "Summary of another branch"),
        Kind::CustomMessage | Kind::Message => match serde_json::from_slice::<Probe>(node.text) {
            Ok(Probe { message: Some(message), .. }) => said(message, node, tree),
            Ok(Probe { display: Some(true), custom_type: Some(kind), .. }) => plain(What::Aside, &short(&kind, LABEL)),
            _ => plain(What::Nothing, ""),
        },
    }
}

fn said(message: Probed, node: &Node<'_>, tree: &Tree<'_>) -> (Glance, Option<Spent>) {
    let (what, label) = match message.role.as_str() {
        "user" => (What::Prompt, prompt(node, tree)),
        "assistant" => {
            let model = format!("{}/{}", message.provider.unwrap_or_default(), message.model.unwrap_or_default());
            let label = message.error_message.map_or_else(|| format!("Reply of {model}"), |error| short(&error, LABEL));
            let glance = Glance { what: What::Reply, label };
            return (glance, message.usage.map(|usage| Spent { model, usage }));
        }
        "toolResult" => (What::Result, message.tool_call_id.unwrap_or_default()),
        "custom" | "hookMessage" if message.display != Some(true) => (What::Nothing, String::new()),
        "custom" | "hookMessage" => (What::Aside, short(&message.custom_type.unwrap_or_default(), LABEL)),
        "branchSummary" | "compactionSummary" => (What::Summary, "Summary".to_owned()),
        "bashExecution" | "pythonExecution" => (What::Aside, "Shell".to_owned()),
        "fileMention" => (What::Aside, "Files".to_owned()),
        role => (What::Aside, short(role, LABEL)),
    };
    (Glance { what, label }, None)
}

/// The first words of a reply.
fn words(node: &Node<'_>, tree: &Tree<'_>) -> Option<String> {
    let Ok(MessageEntry { message: AgentMessage::Assistant(reply), .. }) = parse::<MessageEntry>(node, tree) else {
        return None;
    };
    let texts = reply.content.iter().filter_map(|block| match block {
        AssistantBlock::Text(text) => Some(short(&text.text, LABEL)),
        _ => None,
    });
    texts.into_iter().find(|label| !label.is_empty()).filter(|_| reply.error_message.is_none())
}

/// The first words of a prompt.
fn prompt(node: &Node<'_>, tree: &Tree<'_>) -> String {
    let Ok(MessageEntry { message: AgentMessage::User(user), .. }) = parse::<MessageEntry>(node, tree) else {
        return String::new();
    };
    let label = match &user.content {
        UserContent::Text(text) => short(text, LABEL),
        UserContent::Blocks(blocks) => blocks
            .iter()
            .filter_map(|block| match block {
                UserBlock::Text(text) => Some(short(&text.text, LABEL)),
                UserBlock::Image(_) => None,
            })
            .find(|label| !label.is_empty())
            .unwrap_or_default(),
    };
    if label.is_empty() { "Prompt without text".to_owned() } else { label }
}
