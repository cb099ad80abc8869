//! From the bytes of a response to chunks: tells a stream from a single reply and from something else.

use std::borrow::Cow;

use crate::provider::Chunk;
use crate::provider::sse::{Event, Sse};

use super::stream::Decoder;

/// Most bytes of one event, or of a reply that is no stream.
const LIMIT: usize = 32 << 20;

/// Reads the body of one response. The content type is not asked: servers get it wrong, their first byte is right.
#[derive(Debug)]
pub struct Body {
    decoder: Decoder,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Unknown,
    Events(Box<Sse>),
    /// One JSON value, collected until it ends.
    Json(Vec<u8>),
}

impl Body {
    pub fn new(decoder: Decoder) -> Self {
        Self { decoder, form: Form::Unknown }
    }

    /// Takes in the next bytes.
    pub fn bytes(&mut self, bytes: &[u8], out: &mut Vec<Chunk>) {
        let decoder = &mut self.decoder;
        if matches!(self.form, Form::Unknown) {
            self.form = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
                Some(b'{' | b'[') => Form::Json(Vec::new()),
                Some(b'<') => {
                    let page = String::from_utf8_lossy(bytes);
                    return decoder.malformed(&format!("a web page; check the base URL: {page}"), out);
                }
                Some(_) => Form::Events(Box::new(Sse::new(LIMIT))),
                None => return,
            };
        }
        match &mut self.form {
            Form::Unknown => {}
            Form::Events(sse) => {
                let read = sse.feed(bytes, &mut |event| decoder.event(&text(event), out));
                if let Err(too_large) = read
                    && !decoder.is_over()
                {
                    decoder.malformed(&too_large.to_string(), out);
                }
            }
            Form::Json(body) if body.len() + bytes.len() > LIMIT => {
                decoder.malformed(&format!("a reply larger than {LIMIT} bytes"), out);
            }
            Form::Json(body) => body.extend_from_slice(bytes),
        }
    }

    /// The body ended.
    pub fn end(&mut self, out: &mut Vec<Chunk>) {
        let decoder = &mut self.decoder;
        match &mut self.form {
            Form::Unknown => {}
            Form::Events(sse) => sse.finish(&mut |event| decoder.last_event(&text(event), out)),
            Form::Json(body) if !decoder.is_over() => decoder.whole(&String::from_utf8_lossy(body), out),
            Form::Json(_) => {}
        }
        decoder.end(out);
    }

    /// What is still to come is only accounts, or nothing.
    pub fn is_finished(&self) -> bool {
        self.decoder.is_finished()
    }

    pub fn is_over(&self) -> bool {
        self.decoder.is_over()
    }
}

fn text<'a>(event: Event<'a>) -> Cow<'a, str> {
    // The lossy form is several times slower, also on text that is in order.
    match std::str::from_utf8(event.data) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(event.data),
    }
}
