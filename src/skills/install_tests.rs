//! Installing: what is copied, what is refused, what happens at the same time and after a crash.

use super::*;

struct Bench {
    base: TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { base: tempfile::tempdir().unwrap() }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.base.path().join(path)
    }

    fn skill(&self, folder: &str, name: &str) -> PathBuf {
        let folder = self.at(folder);
        fs::create_dir_all(folder.join("scripts")).unwrap();
        let text = format!("---\nname: {name}\ndescription: Tests first.\n---\n1. Write a test.\n");
        fs::write(folder.join(FILE), text).unwrap();
        fs::write(folder.join("scripts/run.sh"), "true\n").unwrap();
        folder
    }

    fn root(&self) -> Target {
        Target::Folder(self.at("home/skills"))
    }

    fn installed(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.at("home/skills"))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn wanted(folders: &[&Path]) -> Vec<Wanted> {
    folders.iter().map(|folder| Wanted { folder: folder.to_path_buf(), unnamed: None }).collect()
}

#[test]
fn a_folder_is_copied_whole_and_replaced_only_when_that_is_wanted() {
    let bench = Bench::new();
    let (from, root) = (bench.skill("from", "tdd"), bench.root());
    assert_eq!(install(&from, &root, Existing::Stays).unwrap(), "tdd");
    assert!(bench.at("home/skills/tdd/scripts/run.sh").is_file());
    assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Exists(name)) if name == "tdd"));
    fs::remove_file(from.join("scripts/run.sh")).unwrap();
    assert_eq!(install(&from.join(FILE), &root, Existing::Replaced).unwrap(), "tdd");
    assert!(!bench.at("home/skills/tdd/scripts/run.sh").exists());
    assert_eq!(bench.installed(), ["tdd"], "nothing is left beside it");
}

#[test]
fn what_is_no_skill_or_leads_elsewhere_is_refused() {
    let bench = Bench::new();
    let (from, root) = (bench.at("from"), bench.root());
    assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::NotFound(_))));
    fs::create_dir(&from).unwrap();
    assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Invalid(_))));
    bench.skill("from", "Not A Name");
    assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Invalid(_))));
    bench.skill("from", "tdd");
    std::os::unix::fs::symlink("/etc/passwd", from.join("link")).unwrap();
    let refused = install(&from, &root, Existing::Stays).unwrap_err().to_string();
    assert!(refused.contains("is a link"), "{refused}");
    fs::remove_file(from.join("link")).unwrap();
    fs::create_dir_all(from.join("d/".repeat(DEEPEST + 1))).unwrap();
    let refused = install(&from, &root, Existing::Stays).unwrap_err().to_string();
    assert!(refused.contains("within each other"), "{refused}");
    assert!(bench.installed().is_empty(), "nothing is left");
}

#[test]
fn many_at_once_leave_one_skill_and_nothing_beside_it() {
    let bench = Bench::new();
    let (from, root) = (bench.skill("from", "tdd"), bench.root());
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| (0..5).map(|_| install(&from, &root, Existing::Replaced)).collect::<Vec<_>>()))
            .collect();
        for installed in runs.into_iter().flat_map(|run| run.join().unwrap()) {
            assert_eq!(installed.unwrap(), "tdd");
        }
    });
    assert_eq!(bench.installed(), ["tdd"]);
    assert!(bench.at("home/skills/tdd/scripts/run.sh").is_file());
}

#[test]
fn of_two_at_once_that_must_not_replace_one_is_told_so() {
    let bench = Bench::new();
    let (from, root) = (bench.skill("from", "tdd"), bench.root());
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| install(&from, &root, Existing::Stays))).collect();
        let results: Vec<_> = runs.into_iter().map(|run| run.join().unwrap()).collect();
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    });
    assert_eq!(bench.installed(), ["tdd"]);
}

#[test]
fn what_a_killed_installation_left_is_brought_back_or_removed() {
    let bench = Bench::new();
    let (from, root) = (bench.skill("from", "tdd"), bench.root());
    bench.skill("home/skills/.new-dead/tdd", "tdd");
    bench.skill("home/skills/.old-dead/lint", "lint");
    bench.skill("home/skills/.old-dead/tdd", "tdd");
    assert_eq!(install(&from, &root, Existing::Replaced).unwrap(), "tdd");
    assert_eq!(bench.installed(), ["lint", "tdd"]);
}

#[test]
fn several_are_installed_all_or_none() {
    let bench = Bench::new();
    let (one, two) = (bench.skill("a", "one"), bench.skill("b", "two"));
    let twice = install_all(&wanted(&[&one, &one]), &bench.root(), Existing::Replaced).unwrap_err();
    assert!(twice.to_string().contains("two skills have the name one"), "{twice}");
    bench.skill("home/skills/two", "two");
    let both = wanted(&[&one, &two]);
    let exists = install_all(&both, &bench.root(), Existing::Stays).unwrap_err();
    assert!(matches!(exists, InstallError::Exists(name) if name == "two"));
    assert_eq!(bench.installed(), ["two"]);
    assert_eq!(install_all(&both, &bench.root(), Existing::Replaced).unwrap(), ["one", "two"]);
    assert_eq!(bench.installed(), ["one", "two"]);
}

#[test]
fn a_place_that_cannot_be_taken_leaves_all_as_it_was() {
    let bench = Bench::new();
    let (one, two) = (bench.skill("a", "one"), bench.skill("b", "two"));
    bench.skill("home/skills/one", "one");
    fs::write(bench.at("home/skills/one/mine"), "").unwrap();
    let new = staging(&bench.at("home/skills"), NEW).unwrap();
    let mut budget = Budget { files: 10, bytes: 10_000 };
    fs::create_dir(new.path().join("one")).unwrap();
    copy(&one, &new.path().join("one"), &two, 3, &mut budget).unwrap();
    // `two` is not ready.
    put(&bench.at("home/skills"), &new, &["one".to_owned(), "two".to_owned()]).unwrap_err();
    drop(new);
    assert_eq!(bench.installed(), ["one"]);
    assert!(bench.at("home/skills/one/mine").is_file());
}

#[test]
fn a_workspace_is_not_left_through_a_link() {
    let bench = Bench::new();
    let from = bench.skill("from", "tdd");
    for (outside, link) in [("outside", "work/.autohand"), ("beside", "other/.autohand/skills")] {
        fs::create_dir_all(bench.at(outside)).unwrap();
        fs::create_dir_all(bench.at(link).parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(bench.at(outside), bench.at(link)).unwrap();
        let base = bench.at(link.split('/').next().unwrap());
        let target = Target::Within { base, below: ".autohand/skills".into() };
        let refused = install(&from, &target, Existing::Replaced).unwrap_err().to_string();
        assert!(refused.contains("leads out of"), "{refused}");
        assert_eq!(fs::read_dir(bench.at(outside)).unwrap().count(), 0, "nothing is written there");
    }
    fs::create_dir_all(bench.at("inner/kept")).unwrap();
    std::os::unix::fs::symlink("kept", bench.at("inner/.autohand")).unwrap();
    let target = Target::Within { base: bench.at("inner"), below: ".autohand/skills".into() };
    assert_eq!(install(&from, &target, Existing::Stays).unwrap(), "tdd");
    assert!(bench.at("inner/kept/skills/tdd/SKILL.md").is_file());
}

#[test]
fn a_skill_that_is_a_whole_workspace_is_copied_without_what_is_not_its_own() {
    let bench = Bench::new();
    let from = bench.skill("work", "tdd");
    fs::create_dir_all(from.join(".git/objects")).unwrap();
    let target = Target::Within { base: from.clone(), below: ".autohand/skills".into() };
    assert_eq!(install(&from, &target, Existing::Stays).unwrap(), "tdd");
    let copy = from.join(".autohand/skills/tdd");
    assert!(copy.join("SKILL.md").is_file() && !copy.join(".git").exists());
    assert!(!copy.join(".autohand/skills").exists());
    assert_eq!(install(&copy, &target, Existing::Replaced).unwrap(), "tdd", "also with itself");
}

#[test]
fn modes_are_those_of_plain_files_and_programs() {
    let bench = Bench::new();
    let from = bench.skill("from", "tdd");
    fs::set_permissions(from.join("scripts/run.sh"), Permissions::from_mode(0o4511)).unwrap();
    fs::set_permissions(from.join(FILE), Permissions::from_mode(0o440)).unwrap();
    install(&from, &bench.root(), Existing::Stays).unwrap();
    let mode = |path: &str| fs::metadata(bench.at(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode("home/skills/tdd/SKILL.md"), mode("home/skills/tdd/scripts/run.sh")), (0o644, 0o755));
}

#[test]
fn a_name_from_outside_counts_only_where_the_file_says_none() {
    let bench = Bench::new();
    let from = bench.skill("package", "tdd");
    fs::write(from.join(FILE), "---\ndescription: Tests first.\n---\n1. Write a test.\n").unwrap();
    assert!(install(&from, &bench.root(), Existing::Stays).is_err());
    let named = |name: &str| [Wanted { folder: from.clone(), unnamed: Some(name.to_owned()) }];
    assert_eq!(install_all(&named("lint"), &bench.root(), Existing::Stays).unwrap(), ["lint"]);
    assert!(install_all(&named("No Name"), &bench.root(), Existing::Stays).is_err());
    bench.skill("package", "own");
    assert_eq!(install_all(&named("lint"), &bench.root(), Existing::Stays).unwrap(), ["own"]);
}
