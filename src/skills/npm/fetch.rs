//! From the name of a package to its skills in a temporary folder.

use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;

use crate::auth::Environment;
use crate::base::task;

use super::super::install::{FILE, Wanted};
use super::{Package, configuration, registry, unpack};

/// How long all of it may take.
const LONGEST: Duration = Duration::from_secs(180);
/// Skills of one package.
const MOST_SKILLS: usize = 50;

/// Where packages come from, as far as others say it.
#[derive(Debug, Clone, Default)]
pub struct Npm {
    /// The registry that hostwire's own settings name, for packages whose scope has none of its own.
    pub registry: Option<String>,
    pub environment: Environment,
    /// Variables that no configuration file gets the value of: a workspace's file may be somebody else's.
    pub hidden: Vec<String>,
    pub workspace: PathBuf,
    pub user_home: Option<PathBuf>,
}

/// A package, unpacked; gone when dropped.
#[derive(Debug)]
pub struct Fetched {
    /// The skills in it, by folder.
    pub skills: Vec<Wanted>,
    _folder: TempDir,
}

/// Why there is no package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The registry does not have it.
    #[error("{0}")]
    NotFound(String),
    /// It was not to be had; the text says why.
    #[error("{0}")]
    Failed(String),
    /// It came, and is not what can be installed.
    #[error("{0}")]
    Unusable(String),
}

impl Npm {
    /// Gets a package into a temporary folder. Dropped, it stops.
    pub async fn fetch(&self, package: &Package) -> Result<Fetched, FetchError> {
        let tarball = tokio::time::timeout(LONGEST, self.tarball(package));
        let late = || FetchError::Failed(format!("the registry took longer than {} s", LONGEST.as_secs()));
        let tarball = tarball.await.map_err(|_| late())??;
        let name = package.skill_name();
        let opened = task::blocking("unpacking a package", move || opened(&tarball, &name)).await;
        opened.map_err(|broke_off| FetchError::Failed(broke_off.to_string()))?
    }

    async fn tarball(&self, package: &Package) -> Result<Vec<u8>, FetchError> {
        let access = configuration::access(self, package).map_err(FetchError::Failed)?;
        registry::tarball(&access, package).await
    }
}

fn opened(tarball: &[u8], name: &str) -> Result<Fetched, FetchError> {
    let folder = tempfile::tempdir().map_err(|error| FetchError::Failed(error.to_string()))?;
    // Named as a skill is called whose file says no name.
    let root = folder.path().join(name);
    unpack::unpack(tarball, &root).map_err(FetchError::Unusable)?;
    let skills = skills(root, name).map_err(FetchError::Unusable)?;
    Ok(Fetched { skills, _folder: folder })
}

/// The package is a skill, or has one in `skill`, or some in folders of `skills`.
fn skills(root: PathBuf, name: &str) -> Result<Vec<Wanted>, String> {
    if root.join(FILE).is_file() {
        return Ok(vec![Wanted { folder: root, unnamed: Some(name.to_owned()) }]);
    }
    let several = std::fs::read_dir(root.join("skills")).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = several.filter(|folder| folder.join(FILE).is_file()).collect();
    folders.sort();
    let mut skills: Vec<Wanted> = folders.into_iter().map(|folder| Wanted { folder, unnamed: None }).collect();
    let one = root.join("skill");
    if one.join(FILE).is_file() {
        skills.insert(0, Wanted { folder: one, unnamed: Some(name.to_owned()) });
    }
    match skills.len() {
        0 => Err(format!("the package has no {FILE}, neither at its root nor in skill/ or a folder of skills/")),
        1..=MOST_SKILLS => Ok(skills),
        many => Err(format!("the package has {many} skills, more than {MOST_SKILLS}")),
    }
}
