//! Collects what was wrong with a file, for people to read.

use super::lines::Line;

/// Remarks beyond this many are only counted.
const TOLD: usize = 50;

/// What was wrong, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Damage {
    remarks: Vec<String>,
    more: usize,
}

impl Damage {
    pub(super) fn add(&mut self, remark: String) {
        if self.remarks.len() < TOLD {
            self.remarks.push(remark);
        } else {
            self.more += 1;
        }
    }

    /// A line of which nothing could be used.
    pub(super) fn skipped(&mut self, line: &Line<'_>) {
        let what =
            if line.text.is_empty() { "holds nothing but NULs".to_owned() } else { "is cut or damaged".to_owned() };
        self.add(format!("line {} {what}, {} bytes skipped", line.number, line.size));
    }

    pub(super) fn into_remarks(mut self) -> Vec<String> {
        if self.more > 0 {
            self.remarks.push(format!("and {} more", self.more));
        }
        self.remarks
    }
}
