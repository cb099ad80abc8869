//! Patterns of models: `provider/id` or an id, with `*` and `?`.

use crate::proto::shared::Model;

/// Whether a model is meant: by `provider/id` or by its id alone, without regard to case.
pub(super) fn matches(pattern: &str, model: &Model) -> bool {
    wildcard(pattern, &format!("{}/{}", model.provider, model.id)) || wildcard(pattern, &model.id)
}

/// Whether a text has characters that make it a pattern.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// `*` is any run of characters, slashes included; `?` is one; everything else is itself.
fn wildcard(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let (mut p, mut t) = (0, 0);
    // Where to go on when the run of the last star has to become longer.
    let mut retry: Option<(usize, usize)> = None;
    while let Some(c) = text.get(t) {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, t));
                p += 1;
            }
            Some(want) if *want == '?' || want == c => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((after_star, from)) = retry else {
                    return false;
                };
                retry = Some((after_star, from + 1));
                (p, t) = (after_star, from + 1);
            }
        }
    }
    pattern.iter().skip(p).all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::super::support::plain;
    use super::*;

    #[test]
    fn stars_and_question_marks_match() {
        let model = plain("vendor/coder:free");
        for pattern in [
            "acme/vendor/coder:free",
            "vendor/coder:free",
            "acme/*",
            "*coder*",
            "ACME/*:FREE",
            "*",
            "vendor/code?:free",
        ] {
            assert!(matches(pattern, &model), "{pattern}");
        }
        for pattern in ["coder", "acme", "other/*", "*coder", "vendor/coder:fre", ""] {
            assert!(!matches(pattern, &model), "{pattern}");
        }
    }
}
