//! The whole dialogue of each case in `tests/golden`, through the real process in strict mode.

use crate::support::golden;

/// `GOLDEN=name` runs one case, `UPDATE_GOLDEN=1` rewrites what must come out.
#[test]
fn every_veyyon_case_says_what_its_file_says() {
    golden::run_all("veyyon", std::env::var("GOLDEN").ok().as_deref());
}

#[test]
fn every_autohand_case_says_what_its_file_says() {
    golden::run_all("autohand", std::env::var("GOLDEN").ok().as_deref());
}
