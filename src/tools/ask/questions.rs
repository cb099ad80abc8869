//! One question, step by step: which dialogs it takes, and what the answers come to.

use std::time::Duration;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::host::{Given, Ui, UiError};
use crate::proto::tools::AskQuestion;

/// The choice that leads to an answer of the user's own.
const OTHER: &str = "Other (type your own)";
/// The choice that ends a question with several answers.
const DONE: &str = "Done selecting";
/// Behind the label of the choice that the model would take.
const RECOMMENDED: &str = " (Recommended)";
/// Behind an answer that nobody gave.
const AUTOMATIC: &str = " (auto-selected after timeout)";

/// A host that answers by itself, always alike, must not be asked for ever.
const MOST_DIALOGS: usize = 100;

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    id: String,
    question: String,
    options: Vec<String>,
    multi: bool,
    selected_options: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_input: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timed_out: Option<bool>,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unsettled {
    Cancelled,
    /// Time is over, and there is no choice that could be taken.
    NotInTime,
    Ui(UiError),
}

impl From<UiError> for Unsettled {
    fn from(error: UiError) -> Self {
        Self::Ui(error)
    }
}

impl Answer {
    fn new(question: &AskQuestion) -> Self {
        Self {
            id: question.id.clone(),
            question: question.question.clone(),
            options: question.options.iter().map(|option| option.label.clone()).collect(),
            multi: question.multi == Some(true),
            selected_options: Vec::new(),
            custom_input: None,
            timed_out: None,
        }
    }

    /// The answer for the model, when it is the only one.
    pub(super) fn told(&self) -> String {
        match &self.custom_input {
            Some(text) if self.selected_options.is_empty() => format!("User provided custom input: {text}"),
            Some(text) => format!("User selected: {}\nUser provided custom input: {text}", self.selected()),
            None => format!("User selected: {}{}", self.selected(), self.suffix()),
        }
    }

    /// The answer for the model, among others.
    pub(super) fn line(&self) -> String {
        match &self.custom_input {
            Some(text) if self.selected_options.is_empty() => format!("{}: {text:?}", self.id),
            Some(text) => format!("{}: {}, {text:?}", self.id, self.selected()),
            None => format!("{}: {}{}", self.id, self.selected(), self.suffix()),
        }
    }

    fn selected(&self) -> String {
        if self.selected_options.is_empty() { "(nothing)".to_owned() } else { self.selected_options.join(", ") }
    }

    fn suffix(&self) -> &'static str {
        if self.timed_out == Some(true) { AUTOMATIC } else { "" }
    }

    /// Selects a choice, or takes it back.
    fn toggle(&mut self, label: &str) {
        match self.selected_options.iter().position(|selected| selected == label) {
            Some(at) => drop(self.selected_options.remove(at)),
            None => self.selected_options.push(label.to_owned()),
        }
    }
}

/// What the tool needs of its questions before it asks any.
pub(super) fn check(questions: &[AskQuestion]) -> Result<(), String> {
    if questions.is_empty() {
        return Err("There is no question".to_owned());
    }
    for question in questions {
        let mut labels: Vec<&str> = question.options.iter().map(|option| option.label.as_str()).collect();
        let own =
            |label: &&str| [OTHER, DONE].contains(label) || label.ends_with(RECOMMENDED) || label.trim().is_empty();
        if let Some(label) = labels.iter().find(|label| own(label)) {
            return Err(format!("The option label {label:?} is reserved; question {:?} needs another", question.id));
        }
        labels.sort_unstable();
        if labels.windows(2).any(|pair| pair.first() == pair.last()) {
            return Err(format!("Question {:?} has two options with the same label", question.id));
        }
    }
    Ok(())
}

/// Asks the user.
pub(super) struct Asking<'a> {
    pub ui: &'a Ui,
    pub timeout: Option<Duration>,
    pub token: &'a CancellationToken,
}

/// What the user did with a list of choices.
enum Choice {
    Label(String),
    /// An answer of the user's own.
    Written(String),
    Done,
    TimedOut,
}

impl Asking<'_> {
    pub(super) async fn ask(&self, question: &AskQuestion) -> Result<Answer, Unsettled> {
        let mut answer = Answer::new(question);
        if question.options.is_empty() {
            let given = self.ui.input(&question.question, question.placeholder.clone(), self.timeout, self.token);
            match given.await? {
                Given::Answer(text) => answer.custom_input = Some(text),
                Given::Cancelled => return Err(Unsettled::Cancelled),
                Given::TimedOut => return Err(Unsettled::NotInTime),
            }
            return Ok(answer);
        }
        for _ in 0..MOST_DIALOGS {
            match self.choose(question, &answer).await? {
                Choice::Label(label) => answer.toggle(&label),
                Choice::Written(text) => {
                    answer.custom_input = Some(text);
                    return Ok(answer);
                }
                Choice::Done => return Ok(answer),
                Choice::TimedOut => {
                    answer.timed_out = Some(true);
                    if answer.selected_options.is_empty() {
                        answer.selected_options.extend(default(question));
                    }
                    return Ok(answer);
                }
            }
            if !answer.multi {
                return Ok(answer);
            }
        }
        Ok(answer)
    }

    /// Shows the choices once.
    async fn choose(&self, question: &AskQuestion, so_far: &Answer) -> Result<Choice, Unsettled> {
        let mut shown: Vec<String> = question.options.iter().map(|option| option.label.clone()).collect();
        if let Some(recommended) = recommended(question).and_then(|at| shown.get_mut(at)) {
            recommended.push_str(RECOMMENDED);
        }
        shown.extend(so_far.multi.then(|| DONE.to_owned()));
        shown.push(OTHER.to_owned());
        let title = match so_far.selected_options.len() {
            0 => question.question.clone(),
            some => format!("({some} selected) {}", question.question),
        };
        let chosen = match self.ui.select(title, shown.clone(), self.timeout, self.token).await? {
            Given::Answer(chosen) => chosen,
            Given::Cancelled => return Err(Unsettled::Cancelled),
            Given::TimedOut => return Ok(Choice::TimedOut),
        };
        if chosen == OTHER {
            return match self.ui.write(&question.question, self.token).await? {
                Given::Answer(text) => Ok(Choice::Written(text)),
                Given::Cancelled | Given::TimedOut => Err(Unsettled::Cancelled),
            };
        }
        if so_far.multi && chosen == DONE {
            return Ok(Choice::Done);
        }
        let at = shown.iter().position(|label| *label == chosen);
        let option = at.and_then(|at| question.options.get(at));
        let option = option.or_else(|| question.options.iter().find(|option| option.label == chosen));
        // A host may let its user write where it was asked for a choice.
        Ok(option.map_or(Choice::Written(chosen), |option| Choice::Label(option.label.clone())))
    }
}

fn recommended(question: &AskQuestion) -> Option<usize> {
    let at = usize::try_from(question.recommended?).ok()?;
    (at < question.options.len()).then_some(at)
}

/// What is taken when nobody answers.
fn default(question: &AskQuestion) -> Option<String> {
    let at = recommended(question).unwrap_or(0);
    question.options.get(at).map(|option| option.label.clone())
}
