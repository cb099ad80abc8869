//! The opening of a transcript: an optional title slot, then the header.

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::clock;
use crate::proto::transcript::{SessionHeader, TitleSlot};

use super::damage::Damage;
use super::encode::{self, millis_of};
use super::error::StoreError;
use super::lines::{Line, Probe};

/// The version of the file format that is written.
const VERSION: u64 = 3;

/// Which session a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub id: Arc<str>,
    /// When the session began, epoch milliseconds.
    pub timestamp: i64,
    /// The session's folder.
    pub cwd: PathBuf,
    /// The transcript from which this session came.
    pub parent_session: Option<PathBuf>,
    /// The name at the beginning; later names are entries.
    pub title: Option<String>,
}

impl Header {
    pub(super) fn line(&self) -> Result<Vec<u8>, StoreError> {
        encode::line(&SessionHeader {
            version: Some(VERSION),
            id: self.id.as_ref().to_owned(),
            timestamp: clock::iso(self.timestamp),
            cwd: self.cwd.to_string_lossy().into_owned(),
            title: self.title.clone(),
            title_source: None,
            parent_session: self.parent_session.as_ref().map(|path| path.to_string_lossy().into_owned()),
            provider_prompt_cache_key: None,
        })
    }
}

impl From<SessionHeader> for Header {
    fn from(header: SessionHeader) -> Self {
        Self {
            id: header.id.into(),
            timestamp: millis_of(&header.timestamp),
            cwd: header.cwd.into(),
            parent_session: header.parent_session.map(PathBuf::from),
            title: header.title.filter(|title| !title.is_empty()),
        }
    }
}

/// What stands before the first entry.
pub(super) struct Opening {
    pub header: Header,
    pub slot: Option<TitleSlot>,
}

/// Reads up to and with the header. Damaged lines before it are passed over; a whole line that is something else
/// proves that the file is no session. The error says why, for people.
pub(super) fn opening<'a>(lines: &mut impl Iterator<Item = Line<'a>>, damage: &mut Damage) -> Result<Opening, String> {
    let mut slot = None;
    for line in lines {
        let kind = serde_json::from_slice::<Probe>(line.text).map(|probe| probe.kind);
        match kind.as_deref() {
            Ok("title") if slot.is_none() => slot = serde_json::from_slice(line.text).ok(),
            Ok("session") => {
                let header = serde_json::from_slice::<SessionHeader>(line.text);
                let header = header.map_err(|error| format!("its header is not usable: {error}"))?;
                if let Some(version) = header.version.filter(|version| *version > VERSION) {
                    return Err(format!(
                        "it has version {version} of the format, and {VERSION} is the newest known here"
                    ));
                }
                if header.id.is_empty() {
                    return Err("its header has no id".to_owned());
                }
                return Ok(Opening { header: header.into(), slot });
            }
            Ok(_) => return Err("it does not begin with a session header".to_owned()),
            Err(_) => damage.skipped(&line),
        }
    }
    Err("it has no session header".to_owned())
}
