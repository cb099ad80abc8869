//! Packages as they should be, and hostile ones, written byte by byte.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use super::*;

/// One entry, its name and kind as they stand in the header: the checks of a library that writes are not ours.
fn entry(name: &[u8], kind: u8, content: &[u8]) -> Vec<u8> {
    entry_of(name, kind, content, content.len(), 0o644)
}

fn entry_of(name: &[u8], kind: u8, content: &[u8], size: usize, mode: u32) -> Vec<u8> {
    let mut header = [0_u8; 512];
    header[..name.len()].copy_from_slice(name);
    header[100..108].copy_from_slice(format!("{mode:07o}\0").as_bytes());
    header[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
    header[136..148].copy_from_slice(b"00000000000\0");
    header[148..156].fill(b' ');
    header[156] = kind;
    if matches!(kind, b'1' | b'2') {
        header[157..168].copy_from_slice(b"/etc/passwd");
    }
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut bytes = header.to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn package(entries: &[Vec<u8>]) -> Vec<u8> {
    gzip(&[entries.concat(), vec![0; 1024]].concat())
}

fn unpacked(tarball: &[u8]) -> (Result<(), String>, TempDir) {
    let folder = TempDir::new().unwrap();
    (unpack(tarball, &folder.path().join("root")), folder)
}

#[test]
fn plain_files_are_written_below_the_root() {
    let long = format!("package/{}/SKILL.md", "d".repeat(150));
    let pax = format!("{} path={long}\n", long.len() + 10);
    let tarball = package(&[
        entry(b"pax_global_header", b'g', b"19 comment=abcdefg\n"),
        entry(b"package/", b'5', b""),
        entry(b"package/SKILL.md", b'0', b"text"),
        entry_of(b"./package/scripts/run.sh", 0, b"true", 4, 0o4755),
        entry(b"package/scripts", b'5', b""),
        entry(b"long", b'x', pax.as_bytes()),
        entry(b"package/short", b'0', b"long"),
        entry(b"package/empty", b'0', b""),
    ]);
    let (result, folder) = unpacked(&tarball);
    assert_eq!(result, Ok(()), "{pax:?}");
    let root = folder.path().join("root");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    assert_eq!(
        (read("SKILL.md"), read("scripts/run.sh"), read("empty")),
        ("text".into(), "true".into(), String::new())
    );
    assert_eq!(read(long.strip_prefix("package/").unwrap()), "long");
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &str| fs::metadata(root.join(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!(
        (mode("SKILL.md") & 0o111, mode("scripts/run.sh") & 0o7111),
        (0, 0o111),
        "no other bits than those to run"
    );
}

#[test]
fn what_leads_out_or_is_no_file_refuses_the_whole() {
    let long = "x/".repeat(40);
    let cases: &[(&[u8], u8, &str)] = &[
        (b"package/../../evil", b'0', "leads out"),
        (b"../evil", b'0', "leads out"),
        (b"/evil", b'0', "leads out"),
        (b"package/link", b'2', "is a link"),
        (b"package/hard", b'1', "is a link"),
        (b"package/tty", b'3', "neither a file nor a folder"),
        (b"package/disk", b'4', "neither a file nor a folder"),
        (b"package/pipe", b'6', "neither a file nor a folder"),
        (b"package/odd", b'7', "neither a file nor a folder"),
        (b"package/sparse", b'S', "cannot be unpacked"),
        (b"package/\xff\xfe", b'0', "not UTF-8"),
        (b"package/a\\..\\b", b'0', "characters"),
        (b"package/a\nb", b'0', "characters"),
        (b"package/SKILL.md", b'0', "more than once"),
        (b"package/SKILL.md/x", b'0', "more than once"),
        (b"package/SKILL.md", b'5', "more than once"),
        (long.as_bytes(), b'0', "too deep"),
    ];
    for (name, kind, why) in cases {
        let (result, folder) =
            unpacked(&package(&[entry(b"package/SKILL.md", b'0', b"text"), entry(name, *kind, b"x")]));
        let error = result.unwrap_err();
        assert!(error.contains(why), "{}: {error}", String::from_utf8_lossy(name));
        assert!(!folder.path().join("evil").exists() && !folder.path().parent().unwrap().join("evil").exists());
    }
}

#[test]
fn a_path_in_a_remark_leads_out_no_better() {
    let pax = "22 path=../../../evil\n";
    let tarball = package(&[entry(b"remark", b'x', pax.as_bytes()), entry(b"package/fine", b'0', b"x")]);
    assert!(unpacked(&tarball).0.unwrap_err().contains("leads out"));
    let long = package(&[entry(b"long", b'L', b"/etc/evil\0"), entry(b"package/fine", b'0', b"x")]);
    assert!(unpacked(&long).0.unwrap_err().contains("leads out"));
}

#[test]
fn bombs_are_stopped_at_the_bounds() {
    let large = vec![0_u8; 80 * 1024 * 1024];
    let bomb = package(&[entry(b"package/large", b'0', &large)]);
    assert!(bomb.len() < 1024 * 1024, "{}", bomb.len());
    let (result, _folder) = unpacked(&bomb);
    assert!(result.unwrap_err().contains("larger than 64 MiB"));
    // The same in a remark, which is held in memory.
    let (result, _folder) = unpacked(&package(&[entry(b"long", b'L', &large)]));
    assert!(result.unwrap_err().contains("larger than 64 MiB"));
    let many: Vec<_> = (0..=MOST_ENTRIES).map(|n| entry(format!("p/{n}").as_bytes(), b'0', b"")).collect();
    assert!(unpacked(&package(&many)).0.unwrap_err().contains("more than 5000 files"));
}

#[test]
fn what_is_no_package_is_told() {
    let whole = package(&[entry(b"package/SKILL.md", b'0', &[b'x'; 4000])]);
    for (bytes, why) in [
        (b"<html>".to_vec(), "cannot be unpacked"),
        (Vec::new(), "cannot be unpacked"),
        (whole[..whole.len() - 20].to_vec(), "cannot be unpacked"),
        (gzip(b""), "is empty"),
        (gzip(&[0; 1024]), "is empty"),
        (gzip(&[b'x'; 2048]), "cannot be unpacked"),
        (gzip(&entry_of(b"package/SKILL.md", b'0', b"short", 4000, 0o644)), "cannot be unpacked"),
        (package(&[entry_of(b"package/SKILL.md", b'0', b"x", 0o7777777777, 0o644)]), "cannot be unpacked"),
    ] {
        let error = unpacked(&bytes).0.unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}
