//! What a model is told when its text is not in the file: the likeliest reason, with a line.

use crate::base::text::clip;
use crate::tools::lookalike::{difference, fold};

/// Lines that are compared, and bytes of each.
const COMPARED_LINES: usize = 50_000;
const COMPARED_BYTES: usize = 400;
/// Below this two lines have nothing to do with each other.
const SIMILAR: f64 = 0.5;

/// One sentence about the place that `wanted` was likely meant for.
pub fn hint(text: &str, wanted: &str) -> String {
    if has_line_numbers(wanted) {
        return "It begins with line numbers; leave them out".to_owned();
    }
    let lines: Vec<&str> = text.lines().take(COMPARED_LINES).collect();
    // The first line that the file does not have decides; when it has them all, their order or neighbours are wrong.
    let missing = wanted
        .lines()
        .filter(|line| !line.trim().is_empty())
        .find(|line| !lines.iter().any(|have| have.contains(line)));
    let Some(missing) = missing else {
        return match wanted.lines().find(|line| !line.trim().is_empty()) {
            Some(first) => format!("Each of its lines is there, but not in this sequence; {}", place(&lines, first)),
            None => "Only white space is searched for".to_owned(),
        };
    };
    look_alike(&lines, missing).or_else(|| white_space(&lines, missing)).unwrap_or_else(|| similar(&lines, missing))
}

fn has_line_numbers(wanted: &str) -> bool {
    let numbered = |line: &str| {
        line.split_once('\t')
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    !wanted.is_empty() && wanted.lines().all(numbered)
}

fn place(lines: &[&str], wanted: &str) -> String {
    match lines.iter().position(|line| line.contains(wanted)) {
        Some(at) => format!("the first is at line {}", at + 1),
        None => "read the file again".to_owned(),
    }
}

fn look_alike(lines: &[&str], missing: &str) -> Option<String> {
    let folded = fold(missing);
    let at = lines.iter().position(|line| fold(line).contains(&folded))?;
    let found = lines.get(at)?;
    // Compared from the start of their words, so that an indentation that was left out does not count.
    let difference = difference(missing.trim(), found.trim());
    Some(format!("Line {} looks the same, but the search text has {difference}", at + 1))
}

fn white_space(lines: &[&str], missing: &str) -> Option<String> {
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = squeezed(missing);
    let at = lines.iter().position(|line| squeezed(line).contains(&wanted))?;
    let shown = clip(lines.get(at)?, 120).replace('\t', "\\t");
    Some(format!("Line {} differs only in white space: `{shown}`", at + 1))
}

fn similar(lines: &[&str], missing: &str) -> String {
    let missing = clip(missing.trim(), COMPARED_BYTES);
    let scored = lines
        .iter()
        .enumerate()
        .map(|(at, line)| (strsim::sorensen_dice(&missing, &clip(line.trim(), COMPARED_BYTES)), at, *line));
    match scored.filter(|(score, ..)| *score > SIMILAR).max_by(|(one, ..), (other, ..)| one.total_cmp(other)) {
        Some((_, at, line)) => format!("Nearest is line {}: `{}`", at + 1, clip(line.trim(), 120)),
        None => format!("Nothing like `{}` is there; read the file again", clip(&missing, 80)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "fn main() {\n\tlet limit = 10;\n    say(\"it’s\");\n}\n";

    #[test]
    fn the_likeliest_reason_is_told() {
        for (wanted, told) in [
            ("2\t\tlet limit = 10;", "It begins with line numbers; leave them out"),
            ("    let limit = 10;", "Line 2 differs only in white space: `\\tlet limit = 10;`"),
            ("say(\"it's\");", "Line 3 looks the same, but the search text has `'` where the file has U+2019"),
            ("let limits = 11;", "Nearest is line 2: `let limit = 10;`"),
            ("}\nfn main() {", "Each of its lines is there, but not in this sequence; the first is at line 4"),
            ("zzz", "Nothing like `zzz` is there; read the file again"),
        ] {
            assert_eq!(hint(TEXT, wanted), told);
        }
    }
}
