//! Tests of searching in files.

use super::*;
use crate::tools::testing::Bench;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.file("src/a.rs", "fn one() {}\nlet x = 1;\nfn two() {}\n");
    bench.file("src/b.txt", "one\r\nTwo\r\n");
    bench.file("lib/c.rs", "// one\n");
    bench.file(".hidden/d.rs", "one\n");
    bench.file("out/e.rs", "one\n");
    bench.file(".gitignore", "out\n");
    bench.file("bin.dat", b"one\0one\n");
    bench
}

async fn text(bench: &Bench, arguments: &str) -> String {
    bench.ok(&Grep::default(), arguments).await.0
}

#[tokio::test]
async fn matches_are_grouped_by_file_in_the_order_of_paths() {
    let bench = bench();
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"one"}"#).await;
    assert_eq!(text, "lib/c.rs\n1:// one\n\nsrc/a.rs\n1:fn one() {}\n\nsrc/b.txt\n1:one");
    assert_eq!((&details["matchCount"], &details["fileCount"]), (&3.into(), &3.into()));
    assert_eq!(details["files"][1], "src/a.rs");
    assert_eq!(
        (&details["fileMatches"][1]["path"], &details["fileMatches"][1]["count"]),
        (&"src/a.rs".into(), &1.into())
    );
    assert!(details.get("truncated").is_none());
}

#[tokio::test]
async fn pattern_case_literal_and_line_ends_are_honoured() {
    let bench = bench();
    assert_eq!(text(&bench, r#"{"pattern":"^fn \\w+\\(\\)"}"#).await, "src/a.rs\n1:fn one() {}\n3:fn two() {}");
    assert_eq!(text(&bench, r#"{"pattern":"two","ignoreCase":true,"path":"src/b.txt"}"#).await, "src/b.txt\n2:Two");
    assert_eq!(
        text(&bench, r#"{"pattern":"() {","literal":true,"path":"lib;src"}"#).await,
        "src/a.rs\n1:fn one() {}\n3:fn two() {}"
    );
    assert_eq!(text(&bench, r#"{"pattern":"one$","path":"src/b.txt"}"#).await, "src/b.txt\n1:one");
    assert_eq!(text(&bench, r#"{"pattern":"nowhere"}"#).await, "No matches found");
    let (error, _) = bench.fails(&Grep::default(), r#"{"pattern":"("}"#).await;
    assert!(error.starts_with("Invalid pattern: ") && error.contains("literal"), "{error}");
    assert_eq!(bench.fails(&Grep::default(), r#"{"pattern":""}"#).await.0, "The pattern is empty");
}

#[tokio::test]
async fn ignored_and_hidden_files_are_searched_only_when_asked_for() {
    let bench = bench();
    assert!(text(&bench, r#"{"pattern":"one","hidden":true}"#).await.starts_with(".hidden/d.rs\n1:one\n"));
    assert!(text(&bench, r#"{"pattern":"one","gitignore":false}"#).await.contains("out/e.rs"));
    assert_eq!(text(&bench, r#"{"pattern":"one","path":"out/e.rs"}"#).await, "out/e.rs\n1:one");
}

#[tokio::test]
async fn binary_files_are_left_out_and_told_when_named() {
    let bench = bench();
    assert_eq!(text(&bench, r#"{"pattern":"one","path":"bin.dat"}"#).await, "bin.dat is binary; it is not searched");
}

#[tokio::test]
async fn globs_choose_files_by_name_or_path() {
    let bench = bench();
    assert_eq!(text(&bench, r#"{"pattern":"one","glob":"*.txt"}"#).await, "src/b.txt\n1:one");
    assert_eq!(text(&bench, r#"{"pattern":"one","glob":"src/*.rs"}"#).await, "src/a.rs\n1:fn one() {}");
    assert_eq!(text(&bench, r#"{"pattern":"one","glob":"src/*.rs","path":"src"}"#).await, "src/a.rs\n1:fn one() {}");
    assert_eq!(
        text(&bench, r#"{"pattern":"one","path":"*/*.rs"}"#).await,
        "lib/c.rs\n1:// one\n\nsrc/a.rs\n1:fn one() {}"
    );
    assert_eq!(
        text(&bench, r#"{"pattern":"one","glob":"*.txt;*.rs","path":"src"}"#).await,
        "src/a.rs\n1:fn one() {}\n\nsrc/b.txt\n1:one"
    );
}

#[tokio::test]
async fn context_lines_are_marked_and_gaps_shown() {
    let bench = Bench::new();
    bench.file("a", "1\n2\nX\n4\n5\n6\n7\n8\nX\n10\n");
    assert_eq!(text(&bench, r#"{"pattern":"X","context":1}"#).await, "a\n2-2\n3:X\n4-4\n--\n8-8\n9:X\n10-10");
}

#[tokio::test]
async fn a_page_has_twenty_files_and_skip_gives_the_next() {
    let bench = Bench::new();
    for number in 10..55 {
        bench.file(&format!("f{number}"), "x\n");
    }
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"x"}"#).await;
    assert!(
        text.starts_with("f10\n") && text.ends_with("f29\n1:x\n\n[More files match; go on with skip 20]"),
        "{text}"
    );
    assert_eq!((&details["fileCount"], &details["fileLimitReached"]), (&20.into(), &20.into()));
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"x","skip":40}"#).await;
    assert!(text.starts_with("f50\n") && text.ends_with("f54\n1:x"), "{text}");
    assert!(details.get("fileLimitReached").is_none());
    assert_eq!(self::text(&bench, r#"{"pattern":"x","skip":60}"#).await, "No more matches after 45 files");
}

#[tokio::test]
async fn a_file_shows_twenty_matches_and_two_hundred_when_alone() {
    let bench = Bench::new();
    bench.file("a", "x\n".repeat(300));
    bench.file("b", "x\n");
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"x"}"#).await;
    assert!(text.contains("\n20:x\n\nb\n1:x\n\n[1 of these files have more matches than shown"), "{text}");
    assert_eq!((&details["matchCount"], &details["perFileLimitReached"]), (&301.into(), &20.into()));
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"x","path":"a"}"#).await;
    assert!(text.contains("\n200:x\n\n["), "{text}");
    assert_eq!(details["fileMatches"][0]["count"], 300);
}

#[tokio::test]
async fn a_limit_ends_the_page() {
    let bench = Bench::new();
    for name in ["a", "b", "c"] {
        bench.file(name, "x\nx\n");
    }
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"x","limit":3}"#).await;
    assert!(text.starts_with("a\n1:x\n2:x\n\nb\n1:x\n\n["), "{text}");
    assert!(text.ends_with("[More files match; go on with skip 2]"), "{text}");
    assert_eq!(details["meta"]["limits"]["matchLimit"]["reached"], 3);
}

#[tokio::test]
async fn long_lines_are_clipped_around_the_match() {
    let bench = Bench::new();
    bench.file("a", format!("{}needle{}\n", "x".repeat(5000), "y".repeat(5000)));
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"needle"}"#).await;
    assert!(text.len() < 600 && text.contains("needle") && text.starts_with("a\n1:…xxx"), "{text}");
    assert_eq!(details["meta"]["limits"]["columnTruncated"]["maxColumn"], 512);
}

#[tokio::test]
async fn missing_places_are_told() {
    let bench = bench();
    let (text, details) = bench.ok(&Grep::default(), r#"{"pattern":"one","path":"lib;nowhere"}"#).await;
    assert_eq!(text, "lib/c.rs\n1:// one\n\n[Not there: nowhere]");
    assert_eq!(details["missingPaths"][0], "nowhere");
    let (error, _) = bench.fails(&Grep::default(), r#"{"pattern":"one","path":"nowhere"}"#).await;
    assert!(error.starts_with("`nowhere` does not exist"), "{error}");
}

#[tokio::test]
async fn a_cancelled_search_ends() {
    let bench = bench();
    bench.cx.token.cancel();
    assert_eq!(bench.fails(&Grep::default(), r#"{"pattern":"one"}"#).await.0, payload::CANCELLED);
}
