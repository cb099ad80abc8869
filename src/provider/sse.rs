//! Server-sent events out of bytes, however the bytes arrive.
//!
//! The reader hands out slices of its input wherever an event lies in one piece, and copies only what a read has cut
//! in two. Comments (keep-alives) produce nothing.

/// One event, borrowed from the reader for the moment it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    /// The event's name; empty when the stream gave none.
    pub name: &'a str,
    /// The data lines, joined by LF.
    pub data: &'a [u8],
}

/// An event grew beyond the limit; the stream cannot be read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event is larger than {limit} bytes")]
pub struct TooLarge {
    pub limit: usize,
}

const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Reads events incrementally.
#[derive(Debug)]
pub struct Sse {
    limit: usize,
    /// Bytes of the byte order mark seen so far; `None` once the stream's first bytes are settled.
    mark: Option<usize>,
    /// The last line ended in a CR at the very end of the input: an LF that follows belongs to it.
    skip_lf: bool,
    /// A line whose end has not arrived.
    line: Vec<u8>,
    event: Pending,
}

/// The event that is being collected; data that still lies whole in the current input is not copied here.
#[derive(Debug, Default)]
struct Pending {
    name: String,
    data: Vec<u8>,
    has_data: bool,
}

impl Sse {
    /// A reader that holds at most `limit` bytes of one event.
    pub fn new(limit: usize) -> Self {
        Self { limit, mark: Some(0), skip_lf: false, line: Vec::new(), event: Pending::default() }
    }

    /// Takes in the next bytes and tells each event that they complete.
    pub fn feed(&mut self, input: &[u8], tell: &mut dyn FnMut(Event<'_>)) -> Result<(), TooLarge> {
        let mut rest = self.after_mark(input);
        // The only data line of the event so far, when it lies in this input.
        let mut whole: Option<&[u8]> = None;
        if self.skip_lf && !rest.is_empty() {
            self.skip_lf = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = line_end(rest) {
            let (line, tail) = rest.split_at(end);
            rest = self.after_line_end(tail);
            if self.line.is_empty() {
                self.event.line(line, &mut whole, tell);
            } else {
                self.line.extend_from_slice(line);
                let joined = std::mem::take(&mut self.line);
                self.check(joined.len(), whole)?;
                let mut copied = None;
                // `whole` cannot be set here: a line left over from before is the first one of this input.
                self.event.line(&joined, &mut copied, tell);
                self.event.keep(copied);
                self.line = joined;
                self.line.clear();
            }
            self.check(0, whole)?;
        }
        self.event.keep(whole);
        self.line.extend_from_slice(rest);
        self.check(self.line.len(), None)
    }

    /// The body ended. Tells the event that was complete but for its last line ends, if there is one.
    pub fn finish(&mut self, tell: &mut dyn FnMut(Event<'_>)) {
        let line = std::mem::take(&mut self.line);
        let mut whole = None;
        self.event.line(&line, &mut whole, tell);
        self.event.keep(whole);
        self.event.dispatch(None, tell);
    }

    fn check(&self, line: usize, whole: Option<&[u8]>) -> Result<(), TooLarge> {
        let held = line.saturating_add(self.event.data.len()).saturating_add(whole.map_or(0, <[u8]>::len));
        if held > self.limit { Err(TooLarge { limit: self.limit }) } else { Ok(()) }
    }

    /// Drops a byte order mark at the very start, also when it comes in pieces.
    fn after_mark<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let Some(mut seen) = self.mark else { return input };
        let mut rest = input;
        while let Some((first, tail)) = rest.split_first() {
            if BOM.get(seen) != Some(first) {
                // Not a mark after all: what looked like one begins the first line.
                self.line.extend(BOM.iter().take(seen));
                self.mark = None;
                return rest;
            }
            seen += 1;
            rest = tail;
            if seen == BOM.len() {
                self.mark = None;
                return rest;
            }
        }
        self.mark = Some(seen);
        rest
    }

    /// `tail` begins with the CR or LF that ended a line; gives what comes after the line end.
    fn after_line_end<'a>(&mut self, tail: &'a [u8]) -> &'a [u8] {
        match tail {
            [b'\r', b'\n', rest @ ..] => rest,
            [b'\r'] => {
                self.skip_lf = true;
                &[]
            }
            [_, rest @ ..] => rest,
            [] => &[],
        }
    }
}

impl Pending {
    /// Takes in one line without its end.
    fn line<'a>(&mut self, line: &'a [u8], whole: &mut Option<&'a [u8]>, tell: &mut dyn FnMut(Event<'_>)) {
        if line.is_empty() {
            self.dispatch(whole.take(), tell);
        } else if let Some(value) = field(line, b"data") {
            if self.has_data {
                self.keep(whole.take());
                self.data.push(b'\n');
                self.data.extend_from_slice(value);
            } else {
                self.has_data = true;
                *whole = Some(value);
            }
        } else if let Some(value) = field(line, b"event") {
            self.name = String::from_utf8_lossy(value).into_owned();
        }
    }

    /// Copies the data line that lay in the input.
    fn keep(&mut self, whole: Option<&[u8]>) {
        if let Some(value) = whole {
            self.data.extend_from_slice(value);
        }
    }

    fn dispatch(&mut self, whole: Option<&[u8]>, tell: &mut dyn FnMut(Event<'_>)) {
        if self.has_data {
            tell(Event { name: &self.name, data: whole.unwrap_or(&self.data) });
            self.has_data = false;
            self.data.clear();
        }
        self.name.clear();
    }
}

/// The value of a line whose field name is `name`: after the colon and at most one space.
fn field<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    match line.strip_prefix(name)? {
        [] => Some(&[]),
        [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
        _ => None,
    }
}

/// Where the first line of `bytes` ends. Looks at blocks, which compiles to vector compares: a data line of a model is
/// a few hundred bytes, and a loop that leaves at the first hit is several times slower on it.
fn line_end(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 32;
    let is_end = |byte: &u8| *byte == b'\n' || *byte == b'\r';
    let mut start = 0;
    for block in bytes.chunks_exact(BLOCK) {
        if block.iter().fold(false, |hit, byte| hit | is_end(byte)) {
            break;
        }
        start += BLOCK;
    }
    bytes.get(start..)?.iter().position(is_end).map(|at| start + at)
}

#[cfg(test)]
#[path = "sse_tests.rs"]
mod tests;
