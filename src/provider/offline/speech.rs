//! What the planner says of itself, and how it quotes what tools gave.

use super::calls::Called;

pub const GREETING: &str = "Hello. I am hostwire's offline planner: no language model, but I can look at this workspace and work on its \
files with the tools of this session. Try \"Summarize this repo\", \"List files\" or \"Search for TODO\"; \"help\" tells the rest.";

pub const THANKS: &str = "You are welcome.";

pub const IDENTITY: &str = "I am `builtin/offline`, the planner that is built into hostwire. I am no language model: I recognise a number of \
English requests, choose tools for them by fixed rules and report what the tools gave. The same request on the same files always has the \
same answer, and nothing leaves this machine. \"help\" tells what I can do and how to configure a language model.";

const WHAT_I_DO: &str = r#"These requests I can serve, with the real tools of this session:

- Summarize this repo; what are its languages, entry points, risks; how do I build or test it
- List files in DIR; list all files; find files named NAME; list *.ext
- Search for TEXT in PATH
- Read FILE; show FILE lines 10-20
- Run COMMAND; run the tests; build the project
- Create FILE with "text" (or a code block); overwrite FILE with "text"
- Replace "old" with "new" in FILE
- several of these, joined by ", then"

For everything else configure a language model. With a key in the environment, name a model of that provider:

```sh
OPENAI_API_KEY=… hostwire --mode rpc --model openai/MODEL
```

The same works with `GEMINI_API_KEY`, `OPENROUTER_API_KEY` and others (`hostwire models` lists them). Any server that speaks chat completions can be described in `models.yml` in hostwire's home folder (`~/.hostwire`, or `HOSTWIRE_HOME`):

```yaml
providers:
  acme:
    api: openai-completions
    baseUrl: http://127.0.0.1:8080/v1
    apiKey: ACME_KEY          # the name of a variable; leave it out where no key is needed
    models:
      - id: coder
```

Its first model is then the default; `set_model` changes the model of a running session."#;

/// The answer to a plea for help, and to a history without a question.
pub fn help() -> String {
    format!("I am hostwire's offline planner, not a language model. {WHAT_I_DO}")
}

/// The answer to a request that no rule knows.
pub fn unknown() -> String {
    format!(
        "I cannot do that: I am hostwire's offline planner, not a language model, and the request is none of those I know. {WHAT_I_DO}"
    )
}

/// Said before the text of a file that was to be explained.
pub const NOT_EXPLAINED: &str = "I am no language model and cannot explain it; I can show what it says.";

/// A tool's refusal, in its own words.
pub fn refused(what: &str, result: &Called) -> String {
    let text = result.text.trim();
    if text.is_empty() { format!("I could not {what}.") } else { format!("I could not {what}: {text}") }
}

/// The first lines of a text, quoted.
pub fn block(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let shown = lines.get(..most.min(lines.len())).unwrap_or_default().join("\n");
    let more = lines.len().saturating_sub(most);
    let note = if more > 0 { format!("\n\n({more} more lines are in the tool's result.)") } else { String::new() };
    format!("{}{note}", fenced(&shown))
}

/// The last lines of a text, quoted.
pub fn block_end(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let skipped = lines.len().saturating_sub(most);
    let shown = lines.get(skipped..).unwrap_or_default().join("\n");
    let note = if skipped > 0 {
        format!("({skipped} lines before these are in the tool's result.)\n\n")
    } else {
        String::new()
    };
    format!("{note}{}", fenced(&shown))
}

fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{text}\n{fence}")
}
