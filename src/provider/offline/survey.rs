//! How a repository is looked at: which calls, in which order, and what they told.

use super::calls::{Call, Called, Capability, Step, View};
use super::facts::{Facts, Listing, Notes, Readme, licence_of};
use super::intent::Topic;
use super::{languages, manifests, measure, risks, summary};

/// Most files that the listing may give; above it the summary says so.
const LISTING_LIMIT: u64 = 20_000;
/// Most manifests that are read.
const MANIFEST_LIMIT: usize = 10;
/// Most lines read of one document.
const DOCUMENT_LINES: u64 = 400;

/// What is worth a call of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wants {
    pub sizes: bool,
    pub notes: bool,
}

/// The listing that everything else builds on.
pub fn list_all() -> Call {
    Call::glob("**/*", LISTING_LIMIT)
}

/// Open notes in the sources.
pub fn notes() -> Call {
    Call::new(Capability::Grep, [("pattern", r"\b(TODO|FIXME|XXX)\b".into()), ("limit", 1000.into())])
}

/// The next step towards an answer about the repository.
pub fn step(view: &View<'_>, overview: bool, topics: &[Topic]) -> Step {
    let wants = Wants {
        sizes: overview || topics.iter().any(|topic| matches!(topic, Topic::Languages | Topic::Size | Topic::Risks)),
        notes: topics.contains(&Topic::Risks),
    };
    match gather(view, wants) {
        Ok(facts) => Step::Done(answer(&facts, overview, topics)),
        Err(step) => step,
    }
}

fn answer(facts: &Facts, overview: bool, topics: &[Topic]) -> String {
    let mut parts = Vec::new();
    if overview {
        parts.push(summary::overview(facts));
    }
    for topic in topics {
        match topic {
            Topic::Risks => parts.push(risks::tell(facts)),
            _ if overview => {}
            other => parts.push(summary::topic(facts, *other)),
        }
    }
    // The layout topic holds nothing beyond an overview, which has told it already.
    parts.join("\n\n")
}

/// All facts, or the step that still stands before them.
pub fn gather(view: &View<'_>, wants: Wants) -> Result<Facts, Step> {
    if !view.toolbox.has(Capability::Glob) {
        return Err(Step::Done(Capability::Glob.lack().to_owned()));
    }
    let first = [list_all(), Call::read(".")];
    let missing = view.missing(&first);
    if !missing.is_empty() {
        return Err(Step::Calls { say: "I will look at what is here first.".to_owned(), calls: missing });
    }
    let [all, folder] = first;
    let listing = match view.result(&all) {
        Some(result) if !result.failed => Listing::new(result, view.result(&folder)),
        Some(result) => return Err(Step::Done(format!("The files could not be listed: {}", result.text.trim()))),
        None => return Err(Step::Done(Capability::Glob.lack().to_owned())),
    };
    let plan = Plan::new(&listing, wants);
    let missing = view.missing(&plan.calls());
    if !missing.is_empty() {
        let say = if missing.iter().all(|call| call.capability == Capability::Grep) {
            "The facts are at hand; I only count the open notes in addition.".to_owned()
        } else {
            let files = summary::are(listing.total, "file", "files");
            format!("There {files}. Next I read those that describe the project.")
        };
        return Err(Step::Calls { say, calls: missing });
    }
    Ok(plan.facts(view, listing))
}

/// The second round: what to read, found in the listing.
struct Plan {
    readme: Option<String>,
    manifests: Vec<String>,
    licence: Option<String>,
    measure: Option<Call>,
    notes: Option<Call>,
}

impl Plan {
    fn new(listing: &Listing, wants: Wants) -> Self {
        let root = || listing.files.iter().filter(|path| !path.contains('/'));
        let named = |prefixes: &[&str]| {
            root().find(|path| prefixes.iter().any(|prefix| path.to_lowercase().starts_with(prefix))).cloned()
        };
        let mut manifests: Vec<String> = listing.own().filter(|path| worth_reading(path)).map(str::to_owned).collect();
        manifests.sort_by_key(|path| (path.matches('/').count(), path.clone()));
        manifests.truncate(MANIFEST_LIMIT);
        Self {
            readme: named(&["readme.md"]).or_else(|| named(&["readme"])),
            manifests,
            licence: named(&["license", "licence", "copying", "unlicense"]),
            measure: wants.sizes.then(|| measure::call(listing)),
            notes: wants.notes.then(notes),
        }
    }

    fn calls(&self) -> Vec<Call> {
        let documents = self.readme.iter().chain(&self.manifests).chain(&self.licence).map(|path| document(path));
        documents.chain(self.measure.clone()).chain(self.notes.clone()).collect()
    }

    fn facts(&self, view: &View<'_>, listing: Listing) -> Facts {
        let result = |call: &Call| view.result(call).filter(|result| !result.failed);
        let text = |path: &String| result(&document(path)).map(|result: &Called| result.text.as_str());
        let readme = self.readme.as_ref().and_then(|path| Some(Readme::new(path, text(path)?)));
        let manifests =
            self.manifests.iter().map(|path| manifests::read(path, text(path).unwrap_or_default(), &listing)).collect();
        let licence = self.licence.as_ref().and_then(|path| Some((path.clone(), licence_of(text(path)?))));
        let measures = self.measure.as_ref().and_then(|call| measure::read(&result(call)?.text));
        let notes = self.notes.as_ref().and_then(result).and_then(|found| {
            Some(Notes { lines: found.count("matchCount")?, more: found.detail("fileLimitReached").is_some() })
        });
        Facts { listing, readme, manifests, licence, measures, notes }
    }
}

fn document(path: &str) -> Call {
    Call::read(&format!("{path}:raw")).with("limit", DOCUMENT_LINES)
}

/// Manifests near the root; those of fixtures and examples describe something else.
fn worth_reading(path: &str) -> bool {
    manifests::kind(path).is_some()
        && path.matches('/').count() <= 2
        && !path
            .split('/')
            .any(|part| matches!(part, "tests" | "test" | "fixtures" | "examples" | "example" | "testdata"))
        && languages::foreign_folder(path).is_none()
}
