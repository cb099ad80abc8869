//! The English that the planner understands: one table, read from top to bottom, the first rule that fits decides.

use std::sync::LazyLock;

use regex::Regex;

use super::caught::{
    Parts, bare_command, command, find, glob_for, is_file_name, lines, list_path, one, read, replace, run, search,
    search_rule, write,
};
use super::intent::{Depth, Form, Intent, Task};
use super::languages;
use super::phrase::{ARGUMENT, Phrase, QUOTED, lean};
use super::topics::about;

/// Builds an intent from what a rule caught; `None` lets the next rule try.
type Build = fn(&Parts<'_>) -> Option<Intent>;

/// In a pattern, `<path>`, `<a>` and `<b>` stand for one argument, `<quoted>` for a quoted one, `<in>` for an
/// optional place to look in; every pattern is matched against small letters, spans the whole line and may end in a full stop or "please".
const RULES: &[(&str, Build)] = &[
    // Talk.
    (
        r"(?:hi|hello|hey|yo|greetings|good (?:morning|afternoon|evening|day))(?:[ ,]+(?:there|all|hostwire|world|everybody))?[!. ]*",
        |_| Some(Intent::Greeting),
    ),
    (
        r"(?:many )?(?:thanks|thank you|thx|cheers|great|cool|nice|perfect|good|ok|okay|well done)(?: (?:a lot|so much|very much|job|work))?[!. ]*",
        |_| Some(Intent::Thanks),
    ),
    (
        r"(?:who|what) (?:are|r) (?:you|u)|(?:what|which) (?:model|ai|llm|assistant)(?: (?:is this|are you|do you use|am i (?:talking|speaking) (?:to|with)))?|are you (?:an? )?(?:real )?(?:ai|llm|language model|human|person|bot|robot|gpt|chatgpt|claude|gemini|model).*|introduce yourself|tell me about yourself",
        |_| Some(Intent::Identity),
    ),
    (
        r"(?:help|usage|commands|options|\?)(?: me)?|what can (?:you|i|hostwire) do(?: here| for me)?|what do you (?:know|understand|support)|how (?:do|can|should) (?:i|we) (?:configure|use|add|set ?up|connect|choose|switch|change) (?:an? |the |to an? |your )?(?:real |other |different |another )?(?:model|provider|llm|api key|key|language model|you|hostwire|this)s?",
        |_| Some(Intent::Help),
    ),
    // Commands.
    (r"[$!>]\s*(?P<rest>\S.*)", |p| run(p.get("rest"), p)),
    (
        r"(?:run|execute|start|launch|do) (?:all |the |all the |my |our |its |this repo's )*(?:unit |whole |full |complete )*(?:tests?|test ?suite|suite)(?: please| again| now| for me)*|test (?:it|this|the (?:project|repo|repository|code|app)|everything)|do the tests pass|check (?:that|whether|if) the tests pass",
        |_| Some(Intent::RunTask(Task::Test)),
    ),
    (
        r"(?:(?:run|execute|do|start) (?:the |a )?build|(?:build|compile) (?:it|this|everything|(?:the |this )?(?:project|repo|repository|code|codebase|app|program))|does (?:it|this|the project) (?:build|compile))(?: please| again| now| for me)*",
        |_| Some(Intent::RunTask(Task::Build)),
    ),
    (
        r"(?:run|execute|exec|invoke|launch)(?: (?:the|this))?(?: following)?(?: (?:shell|bash|terminal|console))?(?: (?:command|script|line))?\s*:?\s*(?P<quoted><quoted>)(?: (?:in|from|inside|within)(?: the)?(?: (?:folder|directory))? (?P<path><path>)(?: (?:folder|directory))?)?(?: (?:and|,) (?:tell|show|give|report|print|let) .*)?",
        |p| {
            let folder = p.has("path").then(|| p.name("path"));
            command(p.value("quoted").trim()).map(|command| Intent::Run { command, folder })
        },
    ),
    (
        r"(?:run|execute|exec|invoke)(?: (?:the|this))?(?: following)?(?: (?:shell|bash|terminal|console))?(?: (?:command|line))?\s*:?\s*(?P<rest>\S.*)",
        |p| run(p.get("rest"), p),
    ),
    (
        r"(?P<rest>(?:(?:cargo|npm|npx|pnpm|yarn|git|pytest|pip3?|pwd|echo|printf|node|python3?|bash|sh|wc|date|whoami|uname|du|df|sed|awk|env|rustc|deno|bun|tsc|mvn|gradle|docker|kubectl|curl|\./\S+)(?: .*)?|make [\w.-]+|make|go (?:build|test|run|vet|mod|list|env|version)(?: .*)?|(?:ls|find)(?: \S+)? -.*))",
        |p| bare_command(p.get("rest"), p),
    ),
    // Replace before search and read: their verbs overlap.
    (
        r"(?:edit |in |inside |within |open )(?:the )?(?:file )?(?P<path><path>)\s*[,:]?\s*(?:and |please )*(?:replace|change|swap|substitute|turn|rename) (?P<all>all |every |each )?(?:the )?(?:occurrences? |instances? |uses? )?(?:of )?(?:the )?(?:text |word |string |line )?(?P<a>.+?)\s+(?:with|to|by|into|for)\s+(?:the )?(?:text |word |string |line )?(?P<b>.+?)(?P<every> everywhere| throughout)?",
        replace,
    ),
    (
        r"(?:replace|change|swap|substitute|turn|rename) (?P<all>all |every |each )?(?:the )?(?:occurrences? |instances? |uses? )?(?:of )?(?:the )?(?:text |word |string |line )?(?P<a>.+?)\s+(?:with|to|by|into|for)\s+(?:the )?(?:text |word |string |line )?(?P<b>.+?)(?P<every0> everywhere| throughout)? (?:in|inside|within|of)(?: the)?(?: (?:whole|entire))?(?: file)? (?P<path><path>)(?P<every> everywhere| throughout)?(?: file)?",
        replace,
    ),
    (r"(?:replace|substitute) .*", |_| {
        Some(Intent::Incomplete(
            "To replace text I need the old text, the new text and the file, for example: Replace \"colour\" with \"color\" in src/lib.rs.",
        ))
    }),
    // Write.
    (
        r"(?P<verb>write|save|put|store|overwrite) (?:the )?(?:text |line |words? |content |following )*:?\s*(?P<rest>.+?)\s+(?:to|in|into|as|at) (?:an? |the )?(?:new )?(?:file )?(?:called |named )?(?P<path><path>)(?: file)?",
        |p| write(p, Some(p.value("rest"))),
    ),
    (
        r"(?P<verb>create|make|write|add|touch|generate|overwrite|rewrite|replace) (?:me )?(?:an? |the |another )?(?:new |empty |simple |small )*(?:text )?(?:file )?(?:called |named |at )?(?P<path><path>)(?: file| script| module| page)?(?: in (?:the )?(?:current|working) (?:folder|directory)| here)?(?:\s*,?\s+and (?:put|write) (?P<rest2>.+) (?:in|into|to) it|\s*[:=]\s*(?P<rest3>\S.*)|\s+(?P<quoted><quoted>)|\s*,?\s+(?:with|containing|contains|that contains|which contains|that says|saying|holding|whose (?:content|text) is)(?: (?:the|this|its|as|a))?(?: following)?(?: (?:contents?|text|lines?|body|words?))?(?: of)?\s*:?\s*(?P<rest>\S.*))",
        |p| {
            let group = ["rest2", "rest3", "quoted", "rest"].into_iter().find(|group| p.has(group))?;
            write(p, Some(p.value(group)))
        },
    ),
    (
        r"(?P<verb>create|make|write|add|touch|generate) (?:me )?(?:an? |the |another )?(?:new |empty |simple |small )*(?:text )?(?:file )?(?:called |named |at )?(?P<path><path>)(?: file| script| module| page)?(?: in (?:the )?(?:current|working) (?:folder|directory)| here)?",
        |p| write(p, None),
    ),
    (r"(?:create|make|write|add) (?:me )?(?:an? |the |some )?(?:new |empty )*(?:text )?files?", |_| {
        Some(Intent::Incomplete(
            "To create a file I need its name and what goes into it, for example: Create notes.txt with \"first line\".",
        ))
    }),
    // Search.
    (
        r"how many (?:todos?|fixmes?)(?: comments?)?(?: are (?:there|left|open))?<in>|(?:find|list|show|search(?: for)?|grep(?: for)?|where are)(?: me)?(?: all)?(?: the| open)? (?:todos?|fixmes?)(?: comments?)?<in>",
        |p| search("TODO|FIXME", Form::Regex, p),
    ),
    (
        r"(?:search|grep|scan|look(?:ing)?)(?: (?:in|through))? (?P<path><path>) for (?:the )?(?P<form>regex |pattern )?(?:text |string |word |symbol |phrase )?(?P<a>.+?)",
        search_rule,
    ),
    (
        r"(?:search|grep|scan|look|rg|query|check)(?: (?:everything|everywhere|(?:the |this )?(?:repo(?:sitory)?|code|codebase|project|files)))?(?: for)? (?:all |the |any )?(?:text |string |word |symbol |phrase |occurrences? of |uses? of |usages? of |mentions? of |references? to )?(?P<form>regex |regular expression |pattern )?(?P<a><quoted>|.+?)<in>",
        search_rule,
    ),
    (
        r"(?:find|show|list)(?: me)? (?:all |the |any |every )*(?:uses?|usages?|occurrences?|references?|mentions?|places?|instances?|lines? (?:that|with|where|containing)|callers?|matches)(?: (?:of|to|where|with|that (?:use|mention|contain|call)|containing|mentioning|for))? (?:the )?(?:text |string |word |symbol |function |type )?(?P<a><quoted>|.+?)<in>",
        search_rule,
    ),
    (
        r"where(?: is|'s| are| do we| does it) (?:the )?(?:text |string |word |symbol |function |type |variable |constant )?(?P<a>.+?) (?:used|defined|mentioned|called|declared|set|referenced|imported|implemented)<in>|(?:who|what|which files?) (?:calls?|uses?|mentions?|references?|imports?|contains?) (?:the )?(?:text |function |word |type )?(?P<b>.+?)<in>",
        search_rule,
    ),
    (
        r"find (?P<quoted><quoted>) in (?:the )?(?:file |folder |directory )?(?P<path><path>)(?: folder| directory| file)?",
        |p| {
            let text = p.value("quoted");
            if p.place().is_some() && text.contains(['*', '?']) { None } else { search(&text, Form::Literal, p) }
        },
    ),
    // List and find.
    (
        r"(?:list|show|print|display|give|find|get|what are|which are|count|how many)(?: me)?(?: all)?(?: the| of the)? (?P<a>[\w+#.]+)(?: source| code)? files(?: are)?(?: there)?(?: do we have| exist)?<in>",
        |p| {
            let pattern = languages::pattern_for(&p.get("a").to_lowercase())?;
            Some(Intent::Find { pattern, under: p.place() })
        },
    ),
    (
        r"(?:list|show|print|display|give|ls|find|get|which|what)(?: me)?(?: all| every)?(?: the)? ?(?:files?|paths?)? (?:are )?(?:matching|that match|like|with(?: the)? (?:pattern|glob|extension)|ending (?:in|with)|of type) (?P<a><path>)<in>",
        find,
    ),
    (
        r"(?:list|show|ls|find|glob)(?: me)?(?: all)?(?: the)? (?P<glob>[^\s`\x22]*[*?][^\s`\x22]*|`[^`]*\*[^`]*`|\x22[^\x22]*\*[^\x22]*\x22)(?: files)?<in>",
        |p| Some(Intent::Find { pattern: glob_for(&p.name("glob")), under: p.place() }),
    ),
    (
        r"(?:list|show|print|display|ls|dir|tree|give|get)(?: me)?(?P<all> all| every| recursively)(?: of)?(?: the| my| our)? (?:files?|paths?|files and (?:folders|directories))(?P<deep> recursively)?<in>|how many files(?: are(?: there)?)?<in>|(?:list|show)(?: me)?(?: the)? files<in> recursively",
        |p| Some(Intent::List { under: p.place(), depth: Depth::All }),
    ),
    (
        r"(?:list|show|print|display|ls|dir|tree|give|get|what|which|see|view)(?: me)?(?: are)?(?: the| my| our)? (?:files?|folders?|director(?:y|ies)|contents?|entries|(?:file|folder|directory) (?:tree|list(?:ing)?|structure)|tree|files and (?:folders|directories)|directory contents?)(?: (?:are|do we have|exist)(?: there)?)?<in>(?: exist| are there)?",
        |p| {
            let under = p.place();
            if under.as_deref().is_some_and(is_file_name) {
                None
            } else {
                Some(Intent::List { under, depth: Depth::Folder })
            }
        },
    ),
    (
        r"(?:ls|dir|tree)(?: (?P<path><path>))?|what(?:'s| is| files are) (?:in|inside|under) (?:the )?(?:folder |directory )?(?P<b><path>)(?: folder| directory)?|list (?:the )?(?:folder |directory )?(?P<a><path>)(?: folder| directory)?|(?:show|list)(?: me)? (?:the )?(?:current|working) (?:folder|directory)",
        list_path,
    ),
    (
        r"(?:find|locate|look for|search for)(?: me)?(?: all| any| every| an?)?(?: the)?(?: (?:files?|paths?))? (?:named|called|whose name (?:is|contains)|with (?:the )?name) (?P<a><path>)<in>|which files? (?:is|are) (?:named|called) (?P<b><path>)|(?:find|locate)(?: me)?(?: the)? (?:files? )?(?P<path><path>)(?: files?)?|where (?:is|are)(?: the)? (?:files? )?(?P<c><path>)",
        find,
    ),
    // Read.
    (
        r"(?:read|show|cat|open|display|print|view|see|give|get|head)(?: me)?(?: the)? (?:first|top) (?P<count>\d+) lines? (?:of|from|in) (?:the )?(?:file )?(?P<path><path>)(?: file)?",
        |p| {
            let last = p.get("count").parse().ok()?;
            one(p.path("path")?, Some((1, last)))
        },
    ),
    (
        r"(?:read|show|cat|open|display|print|view|see|give|get)?(?: ?me)?(?: ?the)? ?lines? (?P<from>\d+)(?:\s*(?:-|–|to|through|until|\.\.|and)\s*(?P<to>\d+))? (?:of|from|in) (?:the )?(?:file )?(?P<path><path>)(?: file)?",
        |p| one(p.path("path")?, lines(p)),
    ),
    (
        r"(?:read|show|cat|open|display|print|view|see|give|get|head|type|load)(?: me)?(?: the)?(?: file)? (?P<path><path>)(?: file)?[, ]+\(?(?:from )?(?:lines?|l) ?(?P<from>\d+)(?:\s*(?:-|–|to|through|until|\.\.)\s*(?:line )?(?P<to>\d+))?\)?",
        |p| one(p.path("path")?, lines(p)),
    ),
    (
        r"(?:read|show|cat|open|display|print|view|see|give|get|head|type|load|less|more|(?P<verb>summari[sz]e|explain|describe|review)|what does|what is in|what's in|let me see)(?: me)?(?: the)?(?: contents?(?: of)?| text of)?(?: the)?(?: files?)? (?P<rest>.+?)(?: files?)?(?: (?:contain|say|look like|do))?(?: to me)?",
        read,
    ),
    // The repository.
    (r"(?P<rest>.*)", about),
];

static COMPILED: LazyLock<Vec<(Regex, Build)>> =
    LazyLock::new(|| RULES.iter().filter_map(|(pattern, build)| Some((compile(pattern).ok()?, *build))).collect());

/// The places that mean the whole workspace are caught as words, so that they do not become a path.
const PLACE: &str = r"(?: (?:in|inside|within|under|across|from|of|at|below)(?: the| this| my| our)?(?: (?:whole|entire|current|working))?(?:(?: file| folder| directory| dir)? (?P<place><path>))(?: folder| directory| file| dir)?| here| there)?";

fn compile(pattern: &str) -> Result<Regex, regex::Error> {
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
    lean(&format!(r"^(?:{source})(?:[,\s]+(?:please|thanks|thank you|for me|now))*[\s.?!]*$"))
}

/// Patterns that are no regular expressions; a test asks for them.
#[cfg(test)]
pub fn faults() -> Vec<String> {
    RULES.iter().filter_map(|(pattern, _)| compile(pattern).err().map(|fault| fault.to_string())).collect()
}

/// Reads one request.
pub fn parse(phrase: &Phrase) -> Intent {
    if phrase.line.is_empty() {
        return Intent::Help;
    }
    if let Some(command) = phrase.only_shell_block() {
        return Intent::Run { command: command.to_owned(), folder: None };
    }
    let lower = phrase.line.to_ascii_lowercase();
    COMPILED
        .iter()
        .find_map(|(rule, build)| build(&Parts { found: rule.captures(&lower)?, phrase }))
        .unwrap_or(Intent::Unknown)
}
