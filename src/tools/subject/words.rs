//! Files that the words of a shell line name, as far as they can be known before it runs.

use std::path::{Path, PathBuf};

use crate::base::paths;
use crate::policy::shell::Command;
use crate::policy::{Line, Mention};

use super::disk::Disk;
use super::{names_in, real};

/// Folders that a line may be in when a word of it counts.
const MOST_FOLDERS: usize = 8;

/// Commands that change the files that they name.
const WRITERS: [&str; 24] = [
    "chmod", "chown", "cp", "dd", "ed", "install", "ln", "mkdir", "mkfifo", "mknod", "mv", "patch", "perl", "rm",
    "rmdir", "rsync", "sed", "shred", "tar", "tee", "touch", "truncate", "unlink", "unzip",
];
/// Options before a file that is written.
const OUTPUT_OPTIONS: [&str; 6] = ["-o", "-O", "--output", "--output-document", "-fprint", "-fprintf"];
/// Options before a folder that the command works in.
const FOLDER_OPTIONS: [&str; 5] = ["-C", "--directory", "--git-dir", "--work-tree", "--prefix"];

/// The files, or nothing when there are too many to look at.
pub(super) fn files(line: &Line, folder: &Path, cwd: &Path) -> Option<Vec<Mention>> {
    files_on(&mut Disk::new(), line, folder, cwd)
}

fn files_on(disk: &mut Disk, line: &Line, folder: &Path, cwd: &Path) -> Option<Vec<Mention>> {
    let folders = folders(line, folder);
    let root = real(cwd);
    let mut found: Vec<Mention> = Vec::new();
    let words = line.commands.iter().flat_map(|command| {
        let writes = WRITERS.contains(&command.base_name());
        // `-o FILE`, `--output=FILE` and the like.
        let before = std::iter::once("").chain(command.words.iter().map(|word| word.text.as_str()));
        command.words.iter().zip(before).map(move |(word, before)| {
            let is_output = OUTPUT_OPTIONS.contains(&before) || word.text.starts_with("--output");
            (word, writes || is_output)
        })
    });
    let targets = line.redirects.iter().map(|redirect| (&redirect.target, redirect.writes));
    let values = line.values.iter().map(|word| (word, false));
    for (word, writes) in words.chain(targets).chain(values) {
        // What an expansion makes of it is not known.
        if word.text.len() > LONGEST || (!word.exact && word.text.contains(['$', '`'])) {
            continue;
        }
        for name in names(&word.text) {
            for folder in &folders {
                for path in disk.meant(&paths::absolute(folder, name), word.exact)? {
                    let places = names_in([path.clone(), real(&path)], cwd, &root);
                    found.extend(places.into_iter().map(|place| Mention { place, writes }));
                }
            }
        }
    }
    Some(found)
}

/// Longest word that can be a path.
const LONGEST: usize = 4096;

/// The word, and what stands behind the marks that may come before a path in it.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let parts = word.split(['=', ':', ',', '@']).filter(move |part| part.len() < word.len());
    std::iter::once(word).chain(parts).filter(|name| !name.is_empty())
}

/// Where the line may be: where it begins, and wherever it goes.
fn folders(line: &Line, begin: &Path) -> Vec<PathBuf> {
    let mut folders = vec![begin.to_owned()];
    let mut add = |to: &str| {
        for from in folders.clone() {
            let folder = paths::absolute(&from, to);
            if folders.len() < MOST_FOLDERS && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    };
    for command in &line.commands {
        match command.base_name() {
            "cd" | "pushd" => {
                command.arguments().iter().filter(|word| !word.text.starts_with('-')).for_each(|word| add(&word.text))
            }
            _ => options(command).for_each(&mut add),
        }
    }
    folders
}

fn options(command: &Command) -> impl Iterator<Item = &str> {
    let words = command.arguments();
    words.iter().enumerate().filter_map(|(at, word)| match word.text.split_once('=') {
        Some((name, value)) if FOLDER_OPTIONS.contains(&name) => Some(value),
        _ if FOLDER_OPTIONS.contains(&word.text.as_str()) => words.get(at + 1).map(|next| next.text.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, cwd: &Path) -> Vec<String> {
        let files = files(&Line::parse(line), cwd, cwd).unwrap();
        files.into_iter().map(|file| file.place.shown).filter(|shown| shown.contains("prot")).collect()
    }

    #[test]
    fn words_name_files_wherever_the_line_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path().canonicalize().unwrap();
        std::fs::create_dir(cwd.join("prot")).unwrap();
        std::fs::write(cwd.join("prot/x"), "").unwrap();
        std::os::unix::fs::symlink("prot/x", cwd.join("link")).unwrap();
        for line in [
            "cat prot/x",
            "cat ./a/../prot/x",
            "cd prot && cat x",
            "git -C prot show x",
            "tar --directory=prot -c x",
            "cat link",
            "cat pro?/x",
            "cat */x",
            "dd if=prot/x",
            "cat < prot/x",
            "for f in prot/x; do cat $f; done",
            "F=prot/x; cat $F",
            "env -S 'cat prot/x'",
            "find . -exec cat prot/x \\;",
        ] {
            assert!(shown(line, &cwd).contains(&"prot/x".to_owned()), "{line}: {:?}", shown(line, &cwd));
        }
        assert!(shown("echo x > protocol", &cwd) == ["protocol"]);
        let line = format!("cd a; cd b; cd c; cat {}", "a ".repeat(700));
        assert_eq!(files(&Line::parse(&line), &cwd, &cwd), None);
    }
    #[test]
    fn a_line_of_many_globs_is_given_up_and_has_read_the_folder_once() {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path().canonicalize().unwrap();
        (0..500).for_each(|number| std::fs::write(cwd.join(format!("f{number}")), "").unwrap());
        let line = |globs: usize| (0..globs).map(|number| format!(" *zz{number}")).collect::<String>();
        for (globs, is_known) in [(50, true), (1500, false)] {
            let mut disk = Disk::new();
            let files = files_on(&mut disk, &Line::parse(&format!("true{}", line(globs))), &cwd, &cwd);
            assert_eq!((files.is_some(), disk.read), (is_known, 500), "{globs}");
        }
        // A file among many is not lost.
        std::fs::write(cwd.join("prot"), "").unwrap();
        assert_eq!(shown("cat *", &cwd), ["prot"]);
    }
}
