//! The skills that are part of the program.

use super::skill::Skill;

const TEXTS: [&str; 6] = [
    include_str!("builtin/commit.md"),
    include_str!("builtin/debug.md"),
    include_str!("builtin/refactor.md"),
    include_str!("builtin/review-pr.md"),
    include_str!("builtin/write-skill.md"),
    include_str!("builtin/write-tests.md"),
];

/// All of them, by name.
pub fn builtin() -> Vec<Skill> {
    TEXTS.iter().filter_map(|text| Skill::embedded(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_a_skill_with_something_to_do() {
        let skills = builtin();
        let names: Vec<&str> = skills.iter().map(|skill| skill.name.as_str()).collect();
        assert_eq!(names, ["commit", "debug", "refactor", "review-pr", "write-skill", "write-tests"]);
        for skill in &skills {
            assert!(skill.text().unwrap().starts_with("1. ") && skill.description.ends_with('.'), "{}", skill.name);
            assert_eq!(skill.source.label(), "builtin");
        }
    }
}
