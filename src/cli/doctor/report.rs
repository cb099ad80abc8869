//! The lines that a doctor has to say.

use std::io::{self, Write};

use crate::base::text;

/// Sections of lines, each with what it means.
#[derive(Debug, Default)]
pub(super) struct Report {
    lines: Vec<Line>,
}

#[derive(Debug)]
enum Line {
    Section(&'static str),
    /// As it should be.
    Fine(String),
    /// More on the line before.
    Detail(String),
    /// Worth knowing; everything works all the same.
    Note(String),
    /// Something does not work.
    Broken(String),
}

impl Report {
    pub fn section(&mut self, title: &'static str) {
        self.lines.push(Line::Section(title));
    }

    pub fn fine(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Fine(text.into()));
    }

    pub fn detail(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Detail(text.into()));
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Note(text.into()));
    }

    pub fn broken(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Broken(text.into()));
    }

    pub fn is_broken(&self) -> bool {
        self.count() > 0
    }

    fn count(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Broken(_))).count()
    }

    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, line) in self.lines.iter().enumerate() {
            match line {
                Line::Section(title) => writeln!(out, "{}{title}", if number == 0 { "" } else { "\n" })?,
                Line::Fine(said) => writeln!(out, "  ok      {}", text::one_line(said))?,
                Line::Detail(said) => writeln!(out, "            {}", text::one_line(said))?,
                Line::Note(said) => writeln!(out, "  note    {}", text::one_line(said))?,
                Line::Broken(said) => writeln!(out, "  broken  {}", text::one_line(said))?,
            }
        }
        match self.count() {
            0 => writeln!(out, "\nNothing is broken.")?,
            1 => writeln!(out, "\n1 thing is broken.")?,
            many => writeln!(out, "\n{many} things are broken.")?,
        }
        out.flush()
    }
}
