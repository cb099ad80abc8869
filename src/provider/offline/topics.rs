//! Questions about the repository, and the English they are asked in.

use std::sync::LazyLock;

use regex::Regex;

use super::caught::Parts;
use super::intent::{Intent, Topic};
use super::phrase::lean;

/// Patterns that are no regular expressions; a test asks for them.
#[cfg(test)]
pub fn faults() -> Vec<String> {
    let words = TOPICS.iter().map(|(pattern, _)| *pattern).chain([OVERVIEW, CHANGES]);
    words.filter(|pattern| lean(pattern).is_err()).map(str::to_owned).collect()
}

/// Words that name a side of a repository.
const TOPICS: &[(&str, Topic)] = &[
    (
        r"\brisks?\b|\bproblems?\b|\bissues?\b|\bweak(?:ness(?:es)?)?\b|\bconcerns?\b|\bpitfalls?\b|\btech(?:nical)? debt\b|\bwhat(?:'s| is) missing\b|\bdangers?\b",
        Topic::Risks,
    ),
    (
        r"\b(?:how|instructions|steps?|commands?)\b.*\b(?:build|built|compile|compiled|install)\b|\bbuild (?:instructions|steps?|commands?|system)\b|^(?:the )?build$",
        Topic::Build,
    ),
    (
        r"\b(?:how|instructions|steps?|commands?)\b.*\btest(?:s|ed|ing)?\b|\btest (?:instructions|steps?|commands?)\b|\b(?:are|is) there (?:any )?tests\b|^(?:the )?tests?$|\btest(?:s| coverage| suite)\b",
        Topic::Test,
    ),
    (r"\bhow\b.*\b(?:run|start|launch|use) (?:it|this|the (?:project|app|program|server|code))\b", Topic::Run),
    (r"\blanguages?\b|\bwritten in\b|\btech(?:nology)? stack\b|\bwhat stack\b", Topic::Languages),
    (r"\bhow (?:big|large|many lines|much code)\b|\blines of code\b|\bloc\b|\bsizes?\b|\bfile counts?\b", Topic::Size),
    (
        r"\bentry ?-?points?\b|\bwhere (?:does|do) (?:it|this|the (?:program|code|app)|execution) (?:start|begin)\b|\bmain (?:file|function|module)s?\b",
        Topic::EntryPoints,
    ),
    (r"\bdependenc(?:y|ies)\b|\bdeps\b|\b(?:libraries|packages|crates)\b", Topic::Dependencies),
    (r"\blicen[cs]e[ds]?\b|\blicen[cs]ing\b", Topic::Licence),
    (r"\bci\b|\bcontinuous integration\b|\bpipelines?\b|\bworkflows?\b", Topic::Ci),
    (r"\b(?:structure|layout|architecture|organi[sz]ed|organi[sz]ation|folders|directories|modules)\b", Topic::Layout),
];

const OVERVIEW: &str = r"\b(?:summar(?:y|i[sz]e[ds]?|i[sz]ing|ies)|overview|tl;?dr|walk me through|introduc(?:e|tion)|onboard|big picture|explore|get to know|orient)\b|^(?:describe|explain|analy[sz]e|inspect|understand|tell me about|tell me what|what is|what's|what does|what do|give me an? (?:description|explanation))\b.*\b(?:repo|repository|project|codebase|code base|code|workspace|program|app|application|folder|directory|library|package|this|here)\b|^what(?:'s| is) (?:this|here)\b";

/// Verbs that ask for a change in the code: more than a planner can do, whatever noun follows.
const CHANGES: &str = r"^(?:fix|refactor|implement|write|improve|optimi[sz]e|migrate|port|remove|delete|update|upgrade|create|make|generate|debug|rewrite|translate|design|review|solve|build me|add (?:an? |some |more |unit |new )*(?:tests?|docs?|documentation|dependenc(?:y|ies)|feature|support|function|class|method|type)\w*\b|.*\bthis file\b)";

static COMPILED_TOPICS: LazyLock<Vec<(Regex, Topic)>> =
    LazyLock::new(|| TOPICS.iter().filter_map(|(pattern, topic)| Some((lean(pattern).ok()?, *topic))).collect());
static COMPILED_OVERVIEW: LazyLock<Option<Regex>> = LazyLock::new(|| lean(OVERVIEW).ok());
static COMPILED_CHANGES: LazyLock<Option<Regex>> = LazyLock::new(|| lean(CHANGES).ok());

/// The last rule: a question about the repository, or nothing that is known.
pub fn about(p: &Parts<'_>) -> Option<Intent> {
    let line = p.get("rest").trim_end_matches(['.', '?', '!', ' ']).to_ascii_lowercase();
    let line = line.as_str();
    let says = |rule: &Option<Regex>| rule.as_ref().is_some_and(|rule| rule.is_match(line));
    // Long texts that happen to hold one of the words are work for a language model.
    if says(&COMPILED_CHANGES) || line.split_whitespace().count() > 30 {
        return None;
    }
    let overview = says(&COMPILED_OVERVIEW);
    let mut topics: Vec<Topic> =
        COMPILED_TOPICS.iter().filter(|(rule, _)| rule.is_match(line)).map(|(_, topic)| *topic).collect();
    topics.sort();
    (overview || !topics.is_empty()).then_some(Intent::Survey { overview, topics })
}
