//! The English that the planner understands: one table, read from top to bottom, the first rule that fits decides.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::intent::{Depth, Form, Intent, Reach, Target, Task, Topic, WriteMode};
use super::languages;
use super::phrase::{ARGUMENT, Phrase, QUOTED, looks_like_path, well_known};

/// Builds an intent from what a rule caught; `None` lets the next rule try.
type Build = fn(&Parts<'_>) -> Option<Intent>;

/// In a pattern, `<path>`, `<a>` and `<b>` stand for one argument, `<quoted>` for a quoted one, `<in>` for an
/// optional place to look in; every pattern ignores case, spans the whole line and may end in a full stop or "please".
const RULES: &[(&str, Build)] = &[
    // Talk.
    (r"(?:hi|hello|hey|yo|greetings|good (?:morning|afternoon|evening|day))(?:[ ,]+(?:there|all|hostwire|world|everybody))?[!. ]*", |_| Some(Intent::Greeting)),
    (r"(?:many )?(?:thanks|thank you|thx|cheers|great|cool|nice|perfect|good|ok|okay|well done)(?: (?:a lot|so much|very much|job|work))?[!. ]*", |_| Some(Intent::Thanks)),
    (r"(?:who|what) (?:are|r) (?:you|u)|(?:what|which) (?:model|ai|llm|assistant)(?: (?:is this|are you|do you use|am i (?:talking|speaking) (?:to|with)))?|are you (?:an? )?(?:real )?(?:ai|llm|language model|human|person|bot|robot|gpt|chatgpt|claude|gemini|model).*|introduce yourself|tell me about yourself", |_| Some(Intent::Identity)),
    (r"(?:help|usage|commands|options|\?)(?: me)?|what can (?:you|i|hostwire) do(?: here| for me)?|what do you (?:know|understand|support)|how (?:do|can|should) (?:i|we) (?:configure|use|add|set ?up|connect|choose|switch|change) (?:an? |the |to an? |your )?(?:real |other |different |another )?(?:model|provider|llm|api key|key|language model|you|hostwire|this)s?", |_| Some(Intent::Help)),
    // Commands.
    (r"[$!>]\s*(?P<rest>\S.*)", |p| run(p.get("rest"), p)),
    (r"(?:run|execute|start|launch|do) (?:all |the |all the |my |our |its |this repo's )*(?:unit |whole |full |complete )*(?:tests?|test ?suite|suite)(?: please| again| now| for me)*|test (?:it|this|the (?:project|repo|repository|code|app)|everything)|do the tests pass|check (?:that|whether|if) the tests pass", |_| Some(Intent::RunTask(Task::Test))),
    (r"(?:(?:run|execute|do|start) (?:the |a )?build|(?:build|compile) (?:it|this|everything|(?:the |this )?(?:project|repo|repository|code|codebase|app|program))|does (?:it|this|the project) (?:build|compile))(?: please| again| now| for me)*", |_| Some(Intent::RunTask(Task::Build))),
    (r"(?:run|execute|exec|invoke|launch)(?: (?:the|this))?(?: following)?(?: (?:shell|bash|terminal|console))?(?: (?:command|script|line))?\s*:?\s*(?P<quoted><quoted>)(?: (?:in|from|inside|within)(?: the)?(?: (?:folder|directory))? (?P<path><path>)(?: (?:folder|directory))?)?(?: (?:and|,) (?:tell|show|give|report|print|let) .*)?", |p| {
        let folder = p.has("path").then(|| p.name("path"));
        command(p.value("quoted").trim()).map(|command| Intent::Run { command, folder })
    }),
    (r"(?:run|execute|exec|invoke)(?: (?:the|this))?(?: following)?(?: (?:shell|bash|terminal|console))?(?: (?:command|line))?\s*:?\s*(?P<rest>\S.*)", |p| run(p.get("rest"), p)),
    (r"(?P<rest>(?-i:(?:cargo|npm|npx|pnpm|yarn|git|pytest|pip3?|pwd|echo|printf|node|python3?|bash|sh|wc|date|whoami|uname|du|df|sed|awk|env|rustc|deno|bun|tsc|mvn|gradle|docker|kubectl|curl|\./\S+)(?: .*)?|make [\w.-]+|make|go (?:build|test|run|vet|mod|list|env|version)(?: .*)?|(?:ls|find)(?: \S+)? -.*))", |p| run(p.get("rest"), p)),
    // Replace before search and read: their verbs overlap.
    (r"(?:edit |in |inside |within |open )(?:the )?(?:file )?(?P<path><path>)\s*[,:]?\s*(?:and |please )*(?:replace|change|swap|substitute|turn|rename) (?P<all>all |every |each )?(?:the )?(?:occurrences? |instances? |uses? )?(?:of )?(?:the )?(?:text |word |string |line )?(?P<a>.+?)\s+(?:with|to|by|into|for)\s+(?:the )?(?:text |word |string |line )?(?P<b>.+?)(?P<every> everywhere| throughout)?", replace),
    (r"(?:replace|change|swap|substitute|turn|rename) (?P<all>all |every |each )?(?:the )?(?:occurrences? |instances? |uses? )?(?:of )?(?:the )?(?:text |word |string |line )?(?P<a>.+?)\s+(?:with|to|by|into|for)\s+(?:the )?(?:text |word |string |line )?(?P<b>.+?)(?P<every0> everywhere| throughout)? (?:in|inside|within|of)(?: the)?(?: (?:whole|entire))?(?: file)? (?P<path><path>)(?P<every> everywhere| throughout)?(?: file)?", replace),
    (r"(?:replace|substitute) .*", |_| Some(Intent::Incomplete("To replace text I need the old text, the new text and the file, for example: Replace \"colour\" with \"color\" in src/lib.rs."))),
    // Write.
    (r"(?P<verb>write|save|put|store|overwrite) (?:the )?(?:text |line |words? |content |following )*:?\s*(?P<rest>.+?)\s+(?:to|in|into|as|at) (?:an? |the )?(?:new )?(?:file )?(?:called |named )?(?P<path><path>)(?: file)?", |p| write(p, Some(p.value("rest")))),
    (r"(?P<verb>create|make|write|add|touch|generate|overwrite|rewrite|replace) (?:me )?(?:an? |the |another )?(?:new |empty |simple |small )*(?:text )?(?:file )?(?:called |named |at )?(?P<path><path>)(?: file| script| module| page)?(?: in (?:the )?(?:current|working) (?:folder|directory)| here)?(?:\s*,?\s+and (?:put|write) (?P<rest2>.+) (?:in|into|to) it|\s*[:=]\s*(?P<rest3>\S.*)|\s+(?P<quoted><quoted>)|\s*,?\s+(?:with|containing|contains|that contains|which contains|that says|saying|holding|whose (?:content|text) is)(?: (?:the|this|its|as|a))?(?: following)?(?: (?:contents?|text|lines?|body|words?))?(?: of)?\s*:?\s*(?P<rest>\S.*))", |p| {
        let group = ["rest2", "rest3", "quoted", "rest"].into_iter().find(|group| p.has(group))?;
        write(p, Some(p.value(group)))
    }),
    (r"(?P<verb>create|make|write|add|touch|generate) (?:me )?(?:an? |the |another )?(?:new |empty |simple |small )*(?:text )?(?:file )?(?:called |named |at )?(?P<path><path>)(?: file| script| module| page)?(?: in (?:the )?(?:current|working) (?:folder|directory)| here)?", |p| write(p, None)),
    (r"(?:create|make|write|add) (?:me )?(?:an? |the |some )?(?:new |empty )*(?:text )?files?", |_| Some(Intent::Incomplete("To create a file I need its name and what goes into it, for example: Create notes.txt with \"first line\"."))),
    // Search.
    (r"how many (?:todos?|fixmes?)(?: comments?)?(?: are (?:there|left|open))?<in>|(?:find|list|show|search(?: for)?|grep(?: for)?|where are)(?: me)?(?: all)?(?: the| open)? (?:todos?|fixmes?)(?: comments?)?<in>", |p| search("TODO|FIXME", Form::Regex, p)),
    (r"(?:search|grep|scan|look(?:ing)?)(?: (?:in|through))? (?P<path><path>) for (?:the )?(?P<form>regex |pattern )?(?:text |string |word |symbol |phrase )?(?P<a>.+?)", search_rule),
    (r"(?:search|grep|scan|look|rg|query|check)(?: (?:everything|everywhere|(?:the |this )?(?:repo(?:sitory)?|code|codebase|project|files)))?(?: for)? (?:all |the |any )?(?:text |string |word |symbol |phrase |occurrences? of |uses? of |usages? of |mentions? of |references? to )?(?P<form>regex |regular expression |pattern )?(?P<a><quoted>|.+?)<in>", search_rule),
    (r"(?:find|show|list)(?: me)? (?:all |the |any |every )*(?:uses?|usages?|occurrences?|references?|mentions?|places?|instances?|lines? (?:that|with|where|containing)|callers?|matches)(?: (?:of|to|where|with|that (?:use|mention|contain|call)|containing|mentioning|for))? (?:the )?(?:text |string |word |symbol |function |type )?(?P<a><quoted>|.+?)<in>", search_rule),
    (r"where(?: is|'s| are| do we| does it) (?:the )?(?:text |string |word |symbol |function |type |variable |constant )?(?P<a>.+?) (?:used|defined|mentioned|called|declared|set|referenced|imported|implemented)<in>|(?:who|what|which files?) (?:calls?|uses?|mentions?|references?|imports?|contains?) (?:the )?(?:text |function |word |type )?(?P<b>.+?)<in>", search_rule),
    (r"find (?P<quoted><quoted>) in (?:the )?(?:file |folder |directory )?(?P<path><path>)(?: folder| directory| file)?", |p| {
        let text = p.value("quoted");
        if p.place().is_some() && text.contains(['*', '?']) { None } else { search(&text, Form::Literal, p) }
    }),
    // List and find.
    (r"(?:list|show|print|display|give|find|get|what are|which are|count|how many)(?: me)?(?: all)?(?: the| of the)? (?P<a>[\w+#.]+)(?: source| code)? files(?: are)?(?: there)?(?: do we have| exist)?<in>", |p| {
        let pattern = languages::pattern_for(&p.get("a").to_lowercase())?;
        Some(Intent::Find { pattern, under: p.place() })
    }),
    (r"(?:list|show|print|display|give|ls|find|get|which|what)(?: me)?(?: all| every)?(?: the)? ?(?:files?|paths?)? (?:are )?(?:matching|that match|like|with(?: the)? (?:pattern|glob|extension)|ending (?:in|with)|of type) (?P<a><path>)<in>", find),
    (r"(?:list|show|ls|find|glob)(?: me)?(?: all)?(?: the)? (?P<glob>[^\s`\x22]*[*?][^\s`\x22]*|`[^`]*\*[^`]*`|\x22[^\x22]*\*[^\x22]*\x22)(?: files)?<in>", |p| {
        Some(Intent::Find { pattern: glob_for(&p.name("glob")), under: p.place() })
    }),
    (r"(?:list|show|print|display|ls|dir|tree|give|get)(?: me)?(?P<all> all| every| recursively)(?: of)?(?: the| my| our)? (?:files?|paths?|files and (?:folders|directories))(?P<deep> recursively)?<in>|how many files(?: are(?: there)?)?<in>|(?:list|show)(?: me)?(?: the)? files<in> recursively", |p| {
        Some(Intent::List { under: p.place(), depth: Depth::All })
    }),
    (r"(?:list|show|print|display|ls|dir|tree|give|get|what|which|see|view)(?: me)?(?: are)?(?: the| my| our)? (?:files?|folders?|director(?:y|ies)|contents?|entries|(?:file|folder|directory) (?:tree|list(?:ing)?|structure)|tree|files and (?:folders|directories)|directory contents?)(?: (?:are|do we have|exist)(?: there)?)?<in>(?: exist| are there)?", |p| {
        let under = p.place();
        if under.as_deref().is_some_and(is_file_name) { None } else { Some(Intent::List { under, depth: Depth::Folder }) }
    }),
    (r"(?:ls|dir|tree)(?: (?P<path><path>))?|what(?:'s| is| files are) (?:in|inside|under) (?:the )?(?:folder |directory )?(?P<b><path>)(?: folder| directory)?|list (?:the )?(?:folder |directory )?(?P<a><path>)(?: folder| directory)?|(?:show|list)(?: me)? (?:the )?(?:current|working) (?:folder|directory)", list_path),
    (r"(?:find|locate|look for|search for)(?: me)?(?: all| any| every| an?)?(?: the)?(?: (?:files?|paths?))? (?:named|called|whose name (?:is|contains)|with (?:the )?name) (?P<a><path>)<in>|which files? (?:is|are) (?:named|called) (?P<b><path>)|(?:find|locate)(?: me)?(?: the)? (?:files? )?(?P<path><path>)(?: files?)?|where (?:is|are)(?: the)? (?:files? )?(?P<c><path>)", find),
    // Read.
    (r"(?:read|show|cat|open|display|print|view|see|give|get|head)(?: me)?(?: the)? (?:first|top) (?P<count>\d+) lines? (?:of|from|in) (?:the )?(?:file )?(?P<path><path>)(?: file)?", |p| {
        let last = p.get("count").parse().ok()?;
        one(p.path("path")?, Some((1, last)))
    }),
    (r"(?:read|show|cat|open|display|print|view|see|give|get)?(?: ?me)?(?: ?the)? ?lines? (?P<from>\d+)(?:\s*(?:-|–|to|through|until|\.\.|and)\s*(?P<to>\d+))? (?:of|from|in) (?:the )?(?:file )?(?P<path><path>)(?: file)?", |p| {
        one(p.path("path")?, lines(p))
    }),
    (r"(?:read|show|cat|open|display|print|view|see|give|get|head|type|load)(?: me)?(?: the)?(?: file)? (?P<path><path>)(?: file)?[, ]+\(?(?:from )?(?:lines?|l) ?(?P<from>\d+)(?:\s*(?:-|–|to|through|until|\.\.)\s*(?:line )?(?P<to>\d+))?\)?", |p| {
        one(p.path("path")?, lines(p))
    }),
    (r"(?:read|show|cat|open|display|print|view|see|give|get|head|type|load|less|more|summari[sz]e|explain|describe|review|what does|what is in|what's in|let me see)(?: me)?(?: the)?(?: contents?(?: of)?| text of)?(?: the)?(?: files?)? (?P<rest>.+?)(?: files?)?(?: (?:contain|say|look like|do))?(?: to me)?", read),
    // The repository.
    (r"(?P<rest>.*)", about),
];

static COMPILED: LazyLock<Vec<(Regex, Build)>> =
    LazyLock::new(|| RULES.iter().filter_map(|(pattern, build)| Some((compile(pattern).ok()?, *build))).collect());

/// The places that mean the whole workspace are caught as words, so that they do not become a path.
const PLACE: &str = r"(?: (?:in|inside|within|under|across|from|of|at|below)(?: the| this| my| our)?(?: (?:whole|entire|current|working))?(?:(?: file| folder| directory| dir)? (?P<place><path>))(?: folder| directory| file| dir)?| here| there)?";

pub(super) fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    let mut source = String::new();
    // The same place may stand in two branches of a rule; group names have to differ.
    for (index, piece) in pattern.split("<in>").enumerate() {
        if index > 0 {
            source.push_str(&PLACE.replace("?P<place>", &format!("?P<place{index}>")));
        }
        source.push_str(piece);
    }
    // `(?P<path>` keeps its name; the argument that follows is the placeholder.
    let source = source.replace("?P<path>", "?P\u{1}path\u{2}").replace("?P<quoted>", "?P\u{1}quoted\u{2}");
    let source = source.replace("<path>", ARGUMENT).replace("<quoted>", QUOTED);
    let source = source.replace('\u{1}', "<").replace('\u{2}', ">");
    Regex::new(&format!(r"(?is)^(?:{source})(?:[,\s]+(?:please|thanks|thank you|for me|now))*[\s.?!]*$"))
}

/// Patterns that are no regular expressions; a test asks for them.
#[cfg(test)]
pub fn faults() -> Vec<String> {
    let rules = RULES.iter().filter_map(|(pattern, _)| compile(pattern).err().map(|fault| fault.to_string()));
    let words = TOPICS.iter().map(|(pattern, _)| *pattern).chain([OVERVIEW, CHANGES]);
    rules.chain(words.filter(|pattern| any_case(pattern).is_none()).map(str::to_owned)).collect()
}

/// Reads one request.
pub fn parse(phrase: &Phrase) -> Intent {
    if phrase.line.is_empty() {
        return Intent::Help;
    }
    if let Some(command) = phrase.only_shell_block() {
        return Intent::Run { command: command.to_owned(), folder: None };
    }
    COMPILED
        .iter()
        .find_map(|(rule, build)| build(&Parts { found: rule.captures(&phrase.line)?, phrase }))
        .unwrap_or(Intent::Unknown)
}

/// What a rule caught.
struct Parts<'a> {
    found: Captures<'a>,
    phrase: &'a Phrase,
}

impl Parts<'_> {
    fn get(&self, group: &str) -> &str {
        self.found.name(group).map_or("", |part| part.as_str())
    }

    fn has(&self, group: &str) -> bool {
        !self.get(group).is_empty()
    }

    fn value(&self, group: &str) -> String {
        self.phrase.value(self.get(group))
    }

    fn name(&self, group: &str) -> String {
        self.phrase.name(self.get(group))
    }

    /// A group that is a path, by its quotes or by its look.
    fn path(&self, group: &str) -> Option<String> {
        let name = self.name(group);
        (self.phrase.is_quoted(self.get(group)) && !name.is_empty() || looks_like_path(&name)).then_some(name)
    }

    /// Where to look: `None` is everywhere.
    fn place(&self) -> Option<String> {
        let group = ["place1", "place2", "place3", "path"].into_iter().find(|group| self.has(group))?;
        place(self.name(group), self.phrase.is_quoted(self.get(group)))
    }
}

fn place(name: String, quoted: bool) -> Option<String> {
    let everywhere = [
        ".", "./", "here", "it", "this", "repo", "repository", "project", "codebase", "code", "workspace", "everything", "folder",
        "directory", "dir", "file", "files", "root", "tree", "sources", "there", "current", "all",
    ];
    (quoted || !everywhere.contains(&name.to_lowercase().as_str())).then_some(name)
}

fn run(rest: &str, p: &Parts<'_>) -> Option<Intent> {
    let quoted = p.phrase.is_quoted(rest);
    let text = if quoted { p.phrase.value(rest) } else { rest.trim().to_owned() };
    let first = text.split_whitespace().next()?.to_lowercase();
    let prose = ["a", "an", "the", "some", "all", "my", "our", "it", "this", "that", "these", "everything", "something", "for", "away", "in"];
    if !quoted && prose.contains(&first.as_str()) {
        return None;
    }
    command(&text).map(|command| Intent::Run { command, folder: None })
}

fn command(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn replace(p: &Parts<'_>) -> Option<Intent> {
    let path = p.path("path")?;
    let reach = if p.has("all") || p.has("every") || p.has("every0") { Reach::All } else { Reach::One };
    let (old, new) = (p.value("a"), p.value("b"));
    // A code block ends with a line break that only both sides together mean.
    let (old, new) = match (old.strip_suffix('\n'), new.strip_suffix('\n')) {
        (Some(old), Some(new)) => (old.to_owned(), new.to_owned()),
        _ => (old, new),
    };
    (!old.is_empty()).then_some(Intent::Replace { path, old, new, reach })
}

fn write(p: &Parts<'_>, content: Option<String>) -> Option<Intent> {
    let path = p.path("path")?;
    let mode = match p.get("verb").to_lowercase().as_str() {
        "overwrite" | "rewrite" | "replace" => WriteMode::Overwrite,
        _ => WriteMode::New,
    };
    Some(Intent::Write { path, content, mode })
}

fn search_rule(p: &Parts<'_>) -> Option<Intent> {
    let group = if p.has("a") { "a" } else { "b" };
    let form = if p.has("form") { Form::Regex } else { Form::Literal };
    let text = if p.phrase.is_quoted(p.get(group)) { p.value(group) } else { p.name(group) };
    // "Search for files named x" and "look at x" belong to other rules.
    let first = text.split_whitespace().next()?.to_lowercase();
    let many = text.split_whitespace().count();
    if !p.phrase.is_quoted(p.get(group)) && (matches!(first.as_str(), "files" | "file" | "at" | "into" | "up" | "that" | "whether" | "if") || many > 8) {
        return None;
    }
    search(&text, form, p)
}

fn search(text: &str, form: Form, p: &Parts<'_>) -> Option<Intent> {
    let text = text.trim_end_matches('\n');
    (!text.trim().is_empty()).then(|| Intent::Search { text: text.to_owned(), under: p.place(), form })
}

fn find(p: &Parts<'_>) -> Option<Intent> {
    let group = ["a", "b", "c", "path"].into_iter().find(|group| p.has(group))?;
    let name = p.name(group);
    // One bare word after "find" or "where is" may be anything; after "named" it is a name.
    let certain = group == "a" || group == "b" || p.path(group).is_some();
    let under = if group == "a" { p.place() } else { None };
    certain.then(|| Intent::Find { pattern: glob_for(&name), under })
}

/// The glob that a name in a request means.
fn glob_for(name: &str) -> String {
    if let Some(extension) = name.strip_prefix('.').filter(|rest| !rest.contains(['.', '/', '*'])) {
        return format!("**/*.{extension}");
    }
    let name = name.trim_start_matches("./");
    match (name.contains(['*', '?', '{']), name.contains('/')) {
        (_, true) => name.to_owned(),
        (true, false) => format!("**/{name}"),
        (false, false) if looks_like_path(name) && well_known(name).is_none() => format!("**/{name}"),
        (false, false) => format!("**/*{name}*"),
    }
}

/// Whether a path can hardly be a folder's.
fn is_file_name(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    well_known(name).is_some() || looks_like_path(name) && last.trim_start_matches('.').contains('.')
}

fn list_path(p: &Parts<'_>) -> Option<Intent> {
    let group = ["path", "b", "a"].into_iter().find(|group| p.has(group));
    let Some(group) = group else {
        return Some(Intent::List { under: None, depth: Depth::Folder });
    };
    let name = p.name(group);
    if is_file_name(&name) {
        return if group == "b" { one(name, None) } else { None };
    }
    // "What is in it" is no folder; "what is in src" is.
    let word = group != "b" && group != "a" || p.path(group).is_some() || !name.contains(' ');
    word.then(|| Intent::List { under: place(name, p.phrase.is_quoted(p.get(group))), depth: Depth::Folder })
}

fn one(path: String, lines: Option<(u64, u64)>) -> Option<Intent> {
    Some(Intent::Read { targets: vec![Target { path, lines }] })
}

fn lines(p: &Parts<'_>) -> Option<(u64, u64)> {
    let from: u64 = p.get("from").parse().ok()?;
    let to = p.get("to").parse().unwrap_or(from);
    Some((from.min(to).max(1), from.max(to).max(1)))
}

fn read(p: &Parts<'_>) -> Option<Intent> {
    let rest = p.get("rest");
    if p.phrase.is_quoted(rest) {
        return one(p.value("rest").trim().to_owned(), None);
    }
    let joined = rest.replace(" and ", ", ").replace(" & ", ", ");
    let mut targets = Vec::new();
    for word in joined.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let word = word.strip_prefix("the ").unwrap_or(word);
        let name = p.phrase.name(word);
        let name = name.strip_suffix(" file").unwrap_or(&name);
        if name.contains(char::is_whitespace) && !p.phrase.is_quoted(word) {
            return None;
        }
        targets.push(target(name, p.phrase.is_quoted(word))?);
    }
    (!targets.is_empty() && targets.len() <= 8).then_some(Intent::Read { targets })
}

/// `src/main.rs`, `src/main.rs:3-9` or `README`.
fn target(name: &str, quoted: bool) -> Option<Target> {
    if let Some((path, range)) = name.rsplit_once(':') {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        if let (Ok(from), Ok(to), true) = (from.parse::<u64>(), to.parse::<u64>(), looks_like_path(path)) {
            return Some(Target { path: path.to_owned(), lines: Some((from.min(to).max(1), from.max(to).max(1))) });
        }
    }
    (quoted || looks_like_path(name) || name.starts_with("http://") || name.starts_with("https://"))
        .then(|| Target { path: name.to_owned(), lines: None })
}

/// Words that name a side of a repository.
const TOPICS: &[(&str, Topic)] = &[
    (r"\brisks?\b|\bproblems?\b|\bissues?\b|\bweak(?:ness(?:es)?)?\b|\bconcerns?\b|\bpitfalls?\b|\btech(?:nical)? debt\b|\bwhat(?:'s| is) missing\b|\bdangers?\b", Topic::Risks),
    (r"\b(?:how|instructions|steps?|commands?)\b.*\b(?:build|built|compile|compiled|install)\b|\bbuild (?:instructions|steps?|commands?|system)\b|^(?:the )?build$", Topic::Build),
    (r"\b(?:how|instructions|steps?|commands?)\b.*\btest(?:s|ed|ing)?\b|\btest (?:instructions|steps?|commands?)\b|\b(?:are|is) there (?:any )?tests\b|^(?:the )?tests?$|\btest(?:s| coverage| suite)\b", Topic::Test),
    (r"\bhow\b.*\b(?:run|start|launch|use) (?:it|this|the (?:project|app|program|server|code))\b", Topic::Run),
    (r"\blanguages?\b|\bwritten in\b|\btech(?:nology)? stack\b|\bwhat stack\b", Topic::Languages),
    (r"\bhow (?:big|large|many lines|much code)\b|\blines of code\b|\bloc\b|\bsizes?\b|\bfile counts?\b", Topic::Size),
    (r"\bentry ?-?points?\b|\bwhere (?:does|do) (?:it|this|the (?:program|code|app)|execution) (?:start|begin)\b|\bmain (?:file|function|module)s?\b", Topic::EntryPoints),
    (r"\bdependenc(?:y|ies)\b|\bdeps\b|\b(?:libraries|packages|crates)\b", Topic::Dependencies),
    (r"\blicen[cs]e[ds]?\b|\blicen[cs]ing\b", Topic::Licence),
    (r"\bci\b|\bcontinuous integration\b|\bpipelines?\b|\bworkflows?\b", Topic::Ci),
    (r"\b(?:structure|layout|architecture|organi[sz]ed|organi[sz]ation|folders|directories|modules)\b", Topic::Layout),
];

const OVERVIEW: &str = r"\b(?:summar(?:y|i[sz]e[ds]?|i[sz]ing|ies)|overview|tl;?dr|walk me through|introduc(?:e|tion)|onboard|big picture|explore|get to know|orient)\b|^(?:describe|explain|analy[sz]e|inspect|understand|tell me about|tell me what|what is|what's|what does|what do|give me an? (?:description|explanation))\b.*\b(?:repo|repository|project|codebase|code base|code|workspace|program|app|application|folder|directory|library|package|this|here)\b|^what(?:'s| is) (?:this|here)\b";

/// Verbs that ask for a change in the code: more than a planner can do, whatever noun follows.
const CHANGES: &str = r"^(?:fix|refactor|implement|write|improve|optimi[sz]e|migrate|port|remove|delete|update|upgrade|create|make|generate|debug|rewrite|translate|design|review|solve|build me|add (?:an? |some |more |unit |new )*(?:tests?|docs?|documentation|dependenc(?:y|ies)|feature|support|function|class|method|type)\w*\b|.*\bthis file\b)";

static COMPILED_TOPICS: LazyLock<Vec<(Regex, Topic)>> =
    LazyLock::new(|| TOPICS.iter().filter_map(|(pattern, topic)| Some((any_case(pattern)?, *topic))).collect());
static COMPILED_OVERVIEW: LazyLock<Option<Regex>> = LazyLock::new(|| any_case(OVERVIEW));
static COMPILED_CHANGES: LazyLock<Option<Regex>> = LazyLock::new(|| any_case(CHANGES));

pub(super) fn any_case(pattern: &str) -> Option<Regex> {
    Regex::new(&format!("(?is){pattern}")).ok()
}

/// The last rule: a question about the repository, or nothing that is known.
fn about(p: &Parts<'_>) -> Option<Intent> {
    let line = p.get("rest").trim_end_matches(['.', '?', '!', ' ']);
    let says = |rule: &Option<Regex>| rule.as_ref().is_some_and(|rule| rule.is_match(line));
    // Long texts that happen to hold one of the words are work for a language model.
    if says(&COMPILED_CHANGES) || line.split_whitespace().count() > 30 {
        return None;
    }
    let overview = says(&COMPILED_OVERVIEW);
    let mut topics: Vec<Topic> = COMPILED_TOPICS.iter().filter(|(rule, _)| rule.is_match(line)).map(|(_, topic)| *topic).collect();
    topics.sort();
    (overview || !topics.is_empty()).then_some(Intent::Survey { overview, topics })
}
