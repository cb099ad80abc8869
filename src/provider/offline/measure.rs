//! Lines and bytes of the files, counted by the usual small programs; checked against the listing before they are told.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Call, Capability};
use super::facts::Listing;
use super::languages::{LOCK_FILES, TOOL_FOLDERS, TOP_FOLDERS};

/// Above this a file is called large.
pub const LARGE_BYTES: u64 = 256 * 1024;
/// Above this a source file is called long.
pub const LONG_LINES: u64 = 1000;
/// More starting points than this make the command unreadable.
const MAX_STARTS: usize = 40;

/// One pass of `awk` over the output of `wc`: sums by extension, and the files that stand out.
const SUMS: &str = r#"{ n = $0; sub(/^ *[0-9]+ +[0-9]+ /, "", n) }
n == "total" { next }
{ k = n; sub(/.*\//, "", k); if (match(k, /\.[^.]*$/)) k = substr(k, RSTART); k = tolower(k)
  f[k]++; l[k] += $1; b[k] += $2
  if ($2 > LARGE) print "large", $2, n
  if ($1 > LONG) print "long", $1, n }
END { for (k in f) print "kind", f[k], l[k], b[k], k }"#;

/// Files, lines and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    pub files: u64,
    pub lines: u64,
    pub bytes: u64,
}

impl std::ops::AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.lines += other.lines;
        self.bytes += other.bytes;
    }
}

/// What was counted, without foreign folders and lock files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measures {
    /// By extension or name, as `languages::kind` has it.
    pub kinds: BTreeMap<String, Sums>,
    /// Bytes and path.
    pub large: Vec<(u64, String)>,
    /// Lines and path.
    pub long: Vec<(u64, String)>,
}

/// The command starts at what the listing shows at the top, so that ignored folders there are not walked.
pub fn call(listing: &Listing) -> Call {
    let tops: BTreeSet<&str> = listing.own().map(|path| path.split('/').next().unwrap_or(path)).collect();
    let starts = if tops.is_empty() || tops.len() > MAX_STARTS {
        ".".to_owned()
    } else {
        tops.into_iter().map(|top| quoted(&format!("./{top}"))).collect::<Vec<_>>().join(" ")
    };
    // Ignored ones of these names are skipped wherever they are, but not where there are sources in one.
    let has_sources = |name: &str| listing.own().any(|path| path.contains(&format!("/{name}/")));
    let top_folders = TOP_FOLDERS
        .iter()
        .map(|name| if has_sources(name) { format!("-path ./{name}") } else { format!("-name {name}") });
    let names = TOOL_FOLDERS.iter().chain(LOCK_FILES).map(|name| format!("-name {name}"));
    let skipped = names.chain(top_folders).collect::<Vec<_>>().join(" -o ");
    let sums = SUMS.replace("LARGE", &LARGE_BYTES.to_string()).replace("LONG", &LONG_LINES.to_string());
    let command =
        format!("find {starts} \\( {skipped} \\) -prune -o -type f -exec wc -lc {{}} + | awk '{sums}' | LC_ALL=C sort");
    Call::new(Capability::Bash, [("command", command.into()), ("timeout", 60.into())])
}

fn quoted(word: &str) -> String {
    if word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/+".contains(c)) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Reads what the command printed; lines of other programs in between are passed over.
pub fn read(output: &str) -> Option<Measures> {
    let mut measures = Measures::default();
    for line in output.lines() {
        let Some((tag, rest)) = line.split_once(' ') else { continue };
        match tag {
            "kind" => {
                let mut fields = rest.splitn(4, ' ');
                let mut number = || fields.next()?.parse::<u64>().ok();
                let (Some(files), Some(lines), Some(bytes)) = (number(), number(), number()) else { continue };
                let Some(kind) = fields.next() else { continue };
                measures.kinds.insert(kind.to_owned(), Sums { files, lines, bytes });
            }
            "large" => measures.large.extend(standout(rest)),
            "long" => measures.long.extend(standout(rest)),
            _ => {}
        }
    }
    for list in [&mut measures.large, &mut measures.long] {
        list.sort_by(|a, b| b.cmp(a));
    }
    (!measures.kinds.is_empty()).then_some(measures)
}

fn standout(rest: &str) -> Option<(u64, String)> {
    let (number, path) = rest.split_once(' ')?;
    Some((number.parse().ok()?, path.trim_start_matches("./").to_owned()))
}

/// Whether a command is the one above, which changes nothing.
pub fn is_own(command: &str) -> bool {
    command.starts_with("find ") && command.ends_with("| LC_ALL=C sort") && command.contains("-exec wc -lc {} +")
}
