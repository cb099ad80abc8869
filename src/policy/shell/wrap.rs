//! Commands that run other commands: what they run.

use super::{Command, Doubt, Word};

mod git;
mod output;
mod shells;
mod variables;

pub(super) use variables::{decides, holds_a_command};

use shells::reads_input;

/// What a command runs beside itself.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// It does nothing but run them.
    pub transparent: bool,
    pub commands: Vec<Vec<Word>>,
    /// Shell lines.
    pub scripts: Vec<String>,
    pub doubts: Vec<Doubt>,
    /// Files that it writes because an option or a program among its arguments says so.
    pub writes: Vec<Word>,
    /// Variables that it gives texts which are not known.
    pub sets: Vec<String>,
    /// Arithmetic: names in it are evaluated.
    pub arithmetic: Vec<String>,
}

/// Wrappers that only run the command behind their options: name, options that take a value, operands before the command.
const WRAPPERS: &[(&str, &[&str], usize)] = &[
    ("nohup", &[], 0),
    ("setsid", &[], 0),
    ("builtin", &[], 0),
    ("exec", &["-a"], 0),
    ("time", &["-f", "--format", "-o", "--output"], 0),
    ("nice", &["-n", "--adjustment"], 0),
    ("ionice", &["-c", "--class", "-n", "--classdata"], 0),
    ("timeout", &["-k", "--kill-after", "-s", "--signal"], 1),
    ("stdbuf", &["-i", "--input", "-o", "--output", "-e", "--error"], 0),
    ("unbuffer", &[], 0),
    ("chronic", &[], 0),
    ("caffeinate", &["-t", "-w"], 0),
    ("fakeroot", &["-l", "-s", "-i", "-b"], 0),
    ("taskset", &[], 1),
    ("chrt", &["-T", "-P", "-D"], 1),
    ("setarch", &[], 0),
    ("prlimit", &["-p", "--pid"], 0),
    ("strace", &["-o", "-e", "-s", "-u", "-E", "-a", "-b", "-I", "-O", "-P", "-S", "-X"], 0),
    ("ltrace", &["-o", "-e", "-s", "-u", "-a", "-n", "-l", "-x"], 0),
    ("rlwrap", &[], 0),
    (
        "xargs",
        &[
            "-a",
            "--arg-file",
            "-d",
            "--delimiter",
            "-E",
            "-I",
            "-L",
            "--max-lines",
            "-n",
            "--max-args",
            "-P",
            "--max-procs",
            "-s",
            "--max-chars",
        ],
        0,
    ),
];

/// The same for those that also change who runs it, or where: they need a rule of their own.
const ELEVATING: &[(&str, &[&str], usize)] = &[
    (
        "sudo",
        &["-u", "--user", "-g", "--group", "-h", "--host", "-p", "--prompt", "-C", "-r", "-t", "-U", "-D", "-R", "-T"],
        0,
    ),
    ("doas", &["-u", "-C"], 0),
    ("pkexec", &["--user"], 0),
    ("chroot", &[], 1),
    ("flock", &["-E", "-w", "--timeout", "--conflict-exit-code"], 1),
    ("busybox", &[], 0),
    ("toybox", &[], 0),
    ("unshare", &[], 0),
    ("nsenter", &["-t", "--target"], 0),
    ("setpriv", &[], 0),
    ("systemd-run", &["-p", "--property", "-u", "--unit", "-E", "--setenv"], 0),
    ("parallel", &["-j", "--jobs"], 0),
];

/// Options that stand before the first operand and take a value, of programs whose first operand says what they do.
const GLOBALS: &[(&str, &[&str])] = &[
    ("cargo", &["-C", "--config", "-Z", "--color"]),
    ("docker", &["-H", "--host", "--context", "-c", "--config", "-l", "--log-level"]),
    ("gh", &["-R", "--repo"]),
    ("git", &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix"]),
    ("kubectl", &["-n", "--namespace", "--context", "--kubeconfig", "-s", "--server", "--cluster", "--user"]),
    ("npm", &["-C", "--prefix", "-w", "--workspace", "--loglevel", "--userconfig", "--registry"]),
    ("pnpm", &["-C", "--dir", "--filter", "-F"]),
    ("yarn", &["--cwd"]),
];

/// The arguments of a command from the first operand on.
pub(super) fn operands(command: &Command) -> &[Word] {
    let valued = GLOBALS.iter().find(|(known, _)| *known == command.base_name()).map_or(&[] as &[&str], |(_, all)| all);
    behind_options(command.arguments(), valued, 0)
}

const SHELLS: [&str; 9] = ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "fish"];

/// Whether this name is a shell's.
pub(in crate::policy) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

pub(super) fn runs(command: &Command, stdin: Option<&str>) -> Runs {
    let mut runs = beside(command, stdin);
    output::add(command, &mut runs);
    runs
}

fn beside(command: &Command, stdin: Option<&str>) -> Runs {
    let (name, arguments) = (command.base_name(), command.arguments());
    if let Some((_, valued, skipped)) = WRAPPERS.iter().find(|(known, ..)| *known == name) {
        let mut runs = wrapped(behind_options(arguments, valued, *skipped), true);
        if name == "xargs" {
            with_input(arguments, &mut runs);
        }
        return runs;
    }
    if let Some((_, valued, skipped)) = ELEVATING.iter().find(|(known, ..)| *known == name) {
        let rest = behind_options(arguments, valued, *skipped);
        let words = behind_variables(rest);
        let mut runs = wrapped(words, false);
        let set = rest.iter().take(rest.len() - words.len()).filter_map(|word| word.text.split_once('='));
        runs.doubts.extend(set.map(|(name, _)| Doubt::Variable(name.to_owned())));
        if runs.commands.is_empty() {
            runs.doubts.push(Doubt::Script(name.to_owned()));
        }
        return runs;
    }
    match name {
        "command" if arguments.first().is_some_and(|first| matches!(first.text.as_str(), "-v" | "-V")) => {
            Runs::default()
        }
        "command" => wrapped(behind_options(arguments, &[], 0), true),
        "env" => env(arguments),
        "find" => find(arguments),
        "eval" => eval(arguments),
        "trap" => trap(arguments),
        "watch" => watch(arguments),
        "su" | "runuser" | "script" => script_option(name, arguments),
        "alias" => alias(arguments),
        "git" => git::runs(command),
        "coproc" => coproc(arguments),
        "." | "source" => shells::sourced(name, arguments, stdin),
        "export" | "declare" | "typeset" | "local" | "readonly" => declared(name, arguments),
        "read" | "mapfile" | "readarray" | "printf" | "getopts" => variables::filled(name, arguments),
        "compgen" | "complete" | "hash" | "enable" | "bind" => variables::shell_builtin(name, arguments),
        "let" => Runs { arithmetic: texts(arguments), ..Runs::default() },
        _ if is_shell(name) => shells::shell(name, arguments, stdin),
        _ => Runs::default(),
    }
}

fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.text.clone()).collect()
}

/// `export -n` only takes back.
fn declared(name: &str, arguments: &[Word]) -> Runs {
    let mut runs = variables::declared(arguments);
    if matches!(name, "export" | "readonly") {
        runs.doubts.retain(|doubt| !matches!(doubt, Doubt::Construct(_)));
    }
    runs
}

/// What xargs reads comes behind the command's own arguments, or into them.
fn with_input(arguments: &[Word], runs: &mut Runs) {
    let Some(command) = runs.commands.first_mut() else { return };
    let replaces = |word: &Word| word.text.starts_with("-I") || word.text.starts_with("--replace") || word.text == "-i";
    if !arguments.iter().any(replaces) {
        command.push(Word { text: "<input>".to_owned(), exact: false });
    } else if command.first().is_some_and(|name| is_shell(name.text.rsplit('/').next().unwrap_or_default())) {
        runs.doubts.push(Doubt::Script("xargs".to_owned()));
    }
}

fn wrapped(words: &[Word], transparent: bool) -> Runs {
    if words.is_empty() {
        return Runs::default();
    }
    Runs { transparent, commands: vec![words.to_vec()], ..Runs::default() }
}

/// What stands behind the options and the first `skipped` operands.
fn behind_options<'a>(mut words: &'a [Word], valued: &[&str], skipped: usize) -> &'a [Word] {
    while let Some((first, rest)) = words.split_first() {
        let option = first.text.as_str();
        if option == "--" {
            words = rest;
            break;
        }
        if !option.starts_with('-') || option == "-" {
            break;
        }
        // `-n 5` and `--signal KILL` take the next word; `-n5` and `--signal=KILL` do not.
        words = if valued.contains(&option) { rest.get(1..).unwrap_or_default() } else { rest };
    }
    words.get(skipped..).unwrap_or_default()
}

fn behind_variables(words: &[Word]) -> &[Word] {
    let first = words.iter().position(|word| !sets_variable(&word.text)).unwrap_or(words.len());
    words.get(first..).unwrap_or_default()
}

fn sets_variable(text: &str) -> bool {
    text.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

fn env(arguments: &[Word]) -> Runs {
    let mut runs = Runs::default();
    if let Some(at) =
        arguments.iter().position(|word| word.text.starts_with("-S") || word.text.starts_with("--split-string"))
    {
        runs.doubts.push(Doubt::Script("env -S".to_owned()));
        let rest = arguments.get(at..).unwrap_or_default();
        let script: Vec<&str> = rest.iter().map(|word| word.text.trim_start_matches("-S")).collect();
        runs.scripts.push(script.join(" "));
        return Runs { transparent: true, ..runs };
    }
    let rest = behind_options(arguments, &["-u", "--unset", "-C", "--chdir"], 0);
    let words = behind_variables(rest);
    for word in rest.iter().take(rest.len() - words.len()) {
        let (name, value) = word.text.split_once('=').unwrap_or((&word.text, ""));
        runs.doubts.push(Doubt::Variable(name.to_owned()));
        if holds_a_command(name) {
            runs.scripts.push(value.to_owned());
        }
    }
    Runs { doubts: runs.doubts, scripts: runs.scripts, ..wrapped(words, true) }
}

/// The commands behind `-exec` and its kin.
fn find(arguments: &[Word]) -> Runs {
    let mut runs = Runs::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir") {
            let command: Vec<Word> =
                words.by_ref().take_while(|word| !matches!(word.text.as_str(), ";" | "+")).cloned().collect();
            runs.commands.push(command);
        }
    }
    runs
}

fn eval(arguments: &[Word]) -> Runs {
    let text = arguments.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let exact = arguments.iter().all(|word| word.exact);
    let doubts = if exact { Vec::new() } else { vec![Doubt::Script("eval".to_owned())] };
    Runs { transparent: exact && !text.is_empty(), scripts: vec![text], doubts, ..Runs::default() }
}

fn trap(arguments: &[Word]) -> Runs {
    match behind_options(arguments, &[], 0).first() {
        Some(action) if action.text != "-" => script("trap", action, false),
        _ => Runs::default(),
    }
}

fn watch(arguments: &[Word]) -> Runs {
    eval(behind_options(arguments, &["-n", "--interval"], 0))
}

/// `alias x=LINE`: `x` may stand for it from then on.
fn alias(arguments: &[Word]) -> Runs {
    let mut runs = Runs::default();
    for (name, line) in arguments.iter().filter_map(|word| word.text.split_once('=')) {
        runs.doubts.push(Doubt::Function(name.to_owned()));
        runs.scripts.push(line.to_owned());
    }
    runs
}

/// `su -c LINE`.
fn script_option(name: &str, arguments: &[Word]) -> Runs {
    let at = arguments.iter().position(|word| matches!(word.text.as_str(), "-c" | "--command"));
    match at.and_then(|at| arguments.get(at + 1)) {
        Some(text) => script(name, text, false),
        None => Runs { doubts: vec![Doubt::Script(name.to_owned())], ..Runs::default() },
    }
}

fn script(name: &str, word: &Word, transparent: bool) -> Runs {
    let doubts = if word.exact { Vec::new() } else { vec![Doubt::Script(name.to_owned())] };
    Runs { transparent: transparent && word.exact, scripts: vec![word.text.clone()], doubts, ..Runs::default() }
}

/// `coproc NAME { …`: the grammar does not know it.
fn coproc(arguments: &[Word]) -> Runs {
    let brace = arguments.iter().take(2).position(|word| word.text == "{");
    let words = arguments.get(brace.map_or(0, |at| at + 1)..).unwrap_or_default();
    Runs { doubts: vec![Doubt::Construct("a coprocess")], ..wrapped(words, false) }
}
