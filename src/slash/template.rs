//! Fills the arguments of a command into its text.

use super::arguments::words;

/// The text with `$1`, `$2` … , `$@`, `$ARGUMENTS` and `$@[start:length]` replaced. Positions count from 1; what is not
/// there is nothing. What was filled in is not looked at again. A text without any of these gets the arguments at its end,
/// so that nothing that the user typed is lost.
pub(super) fn filled(text: &str, arguments: &str) -> String {
    let given = words(arguments);
    let mut out = String::with_capacity(text.len() + arguments.len());
    let (mut rest, mut used) = (text, false);
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        match placeholder(from, &given) {
            Some((value, behind)) => {
                out.push_str(&value);
                used = true;
                rest = behind;
            }
            None => {
                out.push('$');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    if !used && !arguments.trim().is_empty() {
        let end = out.trim_end().len();
        out.truncate(end);
        out.push_str(if out.is_empty() { "" } else { "\n\n" });
        out.push_str(arguments.trim());
    }
    out
}

/// What stands for the placeholder at the beginning of `from`, and the text behind it.
fn placeholder<'a>(from: &'a str, given: &[String]) -> Option<(String, &'a str)> {
    let name = from.strip_prefix('$')?;
    if let Some(behind) = name.strip_prefix("ARGUMENTS") {
        // `$ARGUMENTS_DIR` is something of the author's.
        let ends = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        return ends.then(|| (given.join(" "), behind));
    }
    if let Some(behind) = name.strip_prefix('@') {
        return Some(match slice(behind) {
            Some((start, length, behind)) => {
                let chosen = given.iter().skip(start - 1).take(length.unwrap_or(usize::MAX));
                (chosen.map(String::as_str).collect::<Vec<_>>().join(" "), behind)
            }
            None => (given.join(" "), behind),
        });
    }
    let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    let (number, behind) = name.split_at_checked(digits).filter(|(number, _)| !number.is_empty())?;
    // There is no argument 0: a price of `$0.50` stays one.
    let at = number.parse::<usize>().ok().filter(|number| *number > 0)? - 1;
    Some((given.get(at).cloned().unwrap_or_default(), behind))
}

/// `[start]`, `[start:]` or `[start:length]`; the start is 1 or more.
fn slice(text: &str) -> Option<(usize, Option<usize>, &str)> {
    let (inside, behind) = text.strip_prefix('[')?.split_once(']')?;
    let (start, length) = inside.split_once(':').unwrap_or((inside, ""));
    let length = match length.trim() {
        "" => None,
        number => Some(number.parse().ok()?),
    };
    let start = start.trim().parse().ok().filter(|start| *start > 0)?;
    Some((start, length, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_wholes_are_filled_in() {
        assert_eq!(filled("Fix #$1 as $2.", "12 'very urgent' more"), "Fix #12 as very urgent.");
        assert_eq!(filled("All: $@; $ARGUMENTS", "a \"b c\""), "All: a b c; a b c");
        assert_eq!(filled("[$3] $10", "a b"), "[] ");
    }

    #[test]
    fn slices_count_from_one() {
        let of = |text: &str| filled(text, "a b c d");
        assert_eq!(of("$@[2]"), "b c d");
        assert_eq!(of("$@[2:]"), "b c d");
        assert_eq!(of("$@[2:2]!"), "b c!");
        assert_eq!(of("<$@[9]>"), "<>");
        assert_eq!(of("<$@[1:0]>"), "<>");
        // What is no slice is the whole, with the brackets behind it.
        assert_eq!(of("$@[x]"), "a b c d[x]");
        assert_eq!(of("$@[0]"), "a b c d[0]");
    }

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        assert_eq!(filled("$1 $2", "$2 $1"), "$2 $1");
    }

    #[test]
    fn other_dollars_stay() {
        assert_eq!(filled("$HOME costs $0.50 $ $1", "x"), "$HOME costs $0.50 $ x");
        assert_eq!(filled("$ARGUMENTS_DIR $1", "x"), "$ARGUMENTS_DIR x");
    }

    #[test]
    fn arguments_that_no_placeholder_takes_come_last() {
        assert_eq!(filled("Look at it.\n", "src/main.rs  now"), "Look at it.\n\nsrc/main.rs  now");
        assert_eq!(filled("Look at it.\n", " "), "Look at it.\n");
        assert_eq!(filled("", "x"), "x");
    }
}
