//! Finding skills: places, precedence, files that are wrong.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::skills::{Content, Source};

struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn file(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn skill(&self, path: &str, description: &str) {
        let name = Path::new(path).file_name().unwrap().to_string_lossy();
        self.file(&format!("{path}/SKILL.md"), format!("---\nname: {name}\ndescription: {description}\n---\nDo it.\n"));
    }

    fn library(&self) -> Library {
        let places = Places {
            user_home: Some(self.at("user")),
            home: Some(self.at("home")),
            plugins: vec![self.at("plug")],
            given: vec![self.at("given"), self.at("one/SKILL.md"), self.at("nowhere")],
            ..Places::default()
        };
        Library::new(places, Vec::new())
    }

    fn look(&self) -> Arc<Skills> {
        self.library().at(&self.at("work"))
    }
}

fn told(skills: &Skills) -> Vec<(ProblemKind, &str)> {
    skills.problems().iter().map(|problem| (problem.kind, problem.text.as_str())).collect()
}

#[test]
fn every_place_is_looked_at_and_the_nearest_one_wins() {
    let bench = Bench::new();
    let places = [
        "user/.claude/skills/a",
        "user/.agents/skills/b",
        "home/skills/deep/er/c",
        "work/.agents/skills/d",
        "work/.hostwire/skills/e",
        "home/plugins/kit/skills/f",
        "plug/skills/g",
        "given/h",
        "one",
    ];
    places.iter().for_each(|place| bench.skill(place, place));
    bench.skill("home/skills/a", "the stronger one");
    let skills = bench.look();
    let names: Vec<_> = skills.all().iter().map(|skill| (skill.name.as_str(), skill.source.label())).collect();
    let wanted = [
        ("a", "user"),
        ("b", "user"),
        ("c", "user"),
        ("d", "project"),
        ("e", "project"),
        ("f", "plugin:kit"),
        ("g", "plugin:plug"),
        ("h", "user"),
        ("one", "user"),
    ];
    assert_eq!(names, wanted.map(|(name, source)| (name, source.to_owned())));
    assert_eq!(skills.get("a").unwrap().description, "the stronger one");
    let kinds: Vec<_> = told(&skills).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [ProblemKind::Shadowed, ProblemKind::Lost], "the weaker one, and the path that is not there");
}

#[test]
fn a_file_that_is_wrong_is_told_of_and_hides_no_other() {
    let bench = Bench::new();
    bench.skill("home/skills/good", "Good");
    bench.file("home/skills/colon/SKILL.md", "---\nname: colon\ndescription: When asked: do it\n---\nDo it.\n");
    bench.file(
        "home/skills/marked/SKILL.md",
        "\u{feff}---\r\nname: marked\r\ndescription: Windows\r\n---\r\nDo it.\r\n",
    );
    bench.file("home/skills/bare/SKILL.md", "Just do it.\n");
    bench.file("home/skills/mute/SKILL.md", "---\nname: mute\n---\nDo it.\n");
    bench.file("home/skills/nameless/SKILL.md", "---\ndescription: Has none\n---\nDo it.\n");
    bench.file("home/skills/blank/SKILL.md", "---\nname: two words\ndescription: Odd\n---\nDo it.\n");
    bench.file("home/skills/large/SKILL.md", vec![b'x'; 300 * 1024]);
    fs::create_dir_all(bench.at("home/skills/folder/SKILL.md")).unwrap();
    std::os::unix::fs::symlink("nothing", bench.at("home/skills/lost.md")).unwrap();
    let skills = bench.look();
    let names: Vec<_> = skills.all().iter().map(|skill| skill.name.as_str()).collect();
    assert_eq!(names, ["blank", "colon", "good", "marked", "nameless"]);
    assert_eq!(skills.get("colon").unwrap().description, "When asked: do it");
    assert_eq!(skills.get("marked").unwrap().text().unwrap(), "Do it.\n");
    let lost: Vec<_> = told(&skills).into_iter().filter(|(kind, _)| *kind == ProblemKind::Lost).collect();
    assert_eq!(lost.len(), 7, "{lost:?}");
    let mended: Vec<_> = told(&skills).into_iter().filter(|(kind, _)| *kind == ProblemKind::Mended).collect();
    assert_eq!(mended.len(), 3, "{mended:?}");
    assert!(mended.iter().any(|(_, text)| text.contains("line by line")), "{mended:?}");
}

#[test]
fn what_a_skill_says_of_itself_is_kept() {
    let bench = Bench::new();
    let header = "name: a\ndescription: >\n  Two\n  lines\nhide: true\ndisableModelInvocation: true\nallowed-tools: Read Bash(git *)";
    bench.file("home/skills/a/SKILL.md", format!("---\n{header}\n---\nBody\n"));
    let skills = bench.look();
    let skill = skills.get("a").unwrap();
    assert_eq!(skill.description, "Two lines");
    assert!(skill.hidden && skill.user_only && !skill.is_listed());
    assert_eq!(skill.allowed_tools, ["Read", "Bash(git *)"]);
    assert_eq!(skill.folder(), Some(bench.at("home/skills/a").as_path()));
}

#[test]
fn a_change_is_seen_and_what_did_not_change_is_not_read_again() {
    let bench = Bench::new();
    bench.skill("home/skills/a", "One");
    let (library, cwd) = (bench.library(), bench.at("work"));
    let first = library.at(&cwd);
    assert!(Arc::ptr_eq(&first, &library.at(&cwd)));
    bench.skill("home/skills/a", "Another one");
    assert_eq!(library.at(&cwd).get("a").unwrap().description, "Another one");
    fs::remove_dir_all(bench.at("home/skills/a")).unwrap();
    assert!(library.at(&cwd).all().is_empty());
    assert!(Library::default().at(&cwd).all().is_empty());
}

#[test]
fn a_builtin_skill_is_there_until_a_file_has_its_name() {
    let bench = Bench::new();
    let text = "---\nname: commit\ndescription: Commits\n---\nCommit.\n";
    let builtin = Skill::embedded(text).unwrap();
    assert_eq!((&builtin.source, &builtin.content), (&Source::Builtin, &Content::Embedded(text)));
    assert_eq!(builtin.text().unwrap(), "Commit.\n");
    let places = Places { home: Some(bench.at("home")), ..Places::default() };
    let library = Library::new(places, vec![builtin]);
    assert_eq!(library.at(&bench.at("work")).get("commit").unwrap().place(), "skill://commit");
    bench.skill("home/skills/commit", "Mine");
    assert_eq!(library.at(&bench.at("work")).get("commit").unwrap().description, "Mine");
}

#[test]
fn links_that_lead_back_do_not_show_a_skill_twice() {
    let bench = Bench::new();
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(to, bench.at(at)).unwrap();
    bench.file("home/skills/set/nameless/SKILL.md", "---\ndescription: Has no name\n---\nDo it.\n");
    link(".", "home/skills/again");
    link("..", "home/skills/set/up");
    link("nameless", "home/skills/set/alias");
    bench.skill("elsewhere/linked", "From elsewhere");
    link("../../elsewhere/linked", "home/skills/linked");
    let skills = bench.look();
    let found: Vec<_> =
        skills.all().iter().map(|skill| (skill.name.as_str(), skill.folder().unwrap().to_owned())).collect();
    let wanted = [("linked", bench.at("home/skills/linked")), ("nameless", bench.at("home/skills/set/nameless"))];
    assert_eq!(found, wanted);
    assert!(skills.problems().iter().all(|problem| problem.kind != ProblemKind::Shadowed), "{:?}", skills.problems());
}
