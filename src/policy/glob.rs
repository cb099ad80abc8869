//! Wildcards of rules: `*` is any run of characters, slashes included, `?` is one; everything else is itself.

/// How letters are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Matters,
    Ignored,
}

/// Whether the pattern fits the whole text. Takes time in the product of the lengths at worst.
pub(super) fn fits(pattern: &str, text: &str, case: Case) -> bool {
    let fold = |text: &str| match case {
        Case::Matters => text.chars().collect::<Vec<char>>(),
        Case::Ignored => text.to_lowercase().chars().collect(),
    };
    let (pattern, text) = (fold(pattern), fold(text));
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
                let Some((after_star, from)) = retry else { return false };
                retry = Some((after_star, from + 1));
                (p, t) = (after_star, from + 1);
            }
        }
    }
    pattern.iter().skip(p).all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_are_anchored() {
        for pattern in ["npm test", "npm *", "*", "n?m t*t", "**t"] {
            assert!(fits(pattern, "npm test", Case::Matters), "{pattern}");
        }
        for pattern in ["npm", "NPM *", "pm *", "npm tes", "npm test?", ""] {
            assert!(!fits(pattern, "npm test", Case::Matters), "{pattern}");
        }
        assert!(fits("NPM *", "npm test", Case::Ignored));
    }
}
