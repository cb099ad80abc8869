//! An npm registry on the loopback: what it has, and what it is told to do wrong.

use std::io::Write;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::model::{Framing, Gate, Model, Reply, Request, Step};

/// The server; it answers as long as the test lives.
#[derive(Clone)]
pub struct Registry {
    server: Model,
    packages: Arc<Mutex<Vec<Package>>>,
}

struct Package {
    name: String,
    about: Value,
    tarball: Vec<u8>,
}

impl Registry {
    pub fn start() -> Self {
        let registry = Self { server: Model::start(), packages: Arc::default() };
        let packages = registry.packages.clone();
        registry.server.rule(move |request| answer(&packages.lock().unwrap(), request));
        registry
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.server.address())
    }

    /// Where the tarball of a package lies.
    pub fn place(&self, name: &str) -> String {
        format!("{}files/{}.tgz", self.url(), name.replace('/', "-"))
    }

    /// Version 1.0.0 of a package, as an honest registry has it.
    pub fn publish(&self, name: &str, tarball: Vec<u8>) {
        let digest = ring::digest::digest(&ring::digest::SHA512, &tarball);
        let integrity = format!("sha512-{}", STANDARD.encode(digest));
        self.publish_with(name, tarball, json!({"tarball": self.place(name), "integrity": integrity}));
    }

    /// The same with whatever the registry says of it.
    pub fn publish_with(&self, name: &str, tarball: Vec<u8>, dist: Value) {
        let about = json!({"name": name, "dist-tags": {"latest": "1.0.0", "next": "1.0.0"}, "versions": {"1.0.0": {"dist": dist}}});
        self.packages.lock().unwrap().push(Package { name: name.to_owned(), about, tarball });
    }

    /// Asked before what it has, in the order of the calls.
    pub fn rule(&self, rule: impl Fn(&Request) -> Option<Reply> + Send + 'static) {
        self.server.first(rule);
    }

    /// Answers below this path say nothing before the gate opens.
    pub fn hold(&self, path: &'static str, gate: &Gate) {
        let (packages, gate) = (self.packages.clone(), gate.clone());
        self.rule(move |request| {
            let answer = answer(&packages.lock().unwrap(), request)?;
            request.path.starts_with(path).then(|| answer.silent_until(&gate))
        });
    }

    pub fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }

    /// Waits until it has been asked so often.
    pub fn asked(&self, count: usize) -> Vec<Request> {
        self.server.asked(count)
    }
}

fn answer(packages: &[Package], request: &Request) -> Option<Reply> {
    let named = |package: &&Package| request.path == format!("/{}", package.name.replace('/', "%2f"));
    let filed = |package: &&Package| request.path == format!("/files/{}.tgz", package.name.replace('/', "-"));
    if let Some(package) = packages.iter().rev().find(named) {
        return Some(Reply::json(200, &package.about));
    }
    packages.iter().rev().find(filed).map(|package| bytes(&package.tarball))
}

/// A body of bytes.
pub fn bytes(body: &[u8]) -> Reply {
    let headers = vec![("content-type".into(), "application/octet-stream".into())];
    let steps = vec![Step::Bytes(body.to_vec())];
    Reply { status: 200, headers, framing: Framing::Length, before: None, steps }
}

/// An answer that leads elsewhere.
pub fn redirect(to: &str) -> Reply {
    bytes(b"").status(302).header("location", to)
}

/// A package as the npm client packs it.
pub fn tarball(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("package/{path}"), content.as_bytes()).unwrap();
    }
    gzip(&archive.into_inner().unwrap())
}

/// A package that holds a link.
pub fn tarball_with_link() -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    archive.append_link(&mut header, "package/SKILL.md", "/etc/passwd").unwrap();
    gzip(&archive.into_inner().unwrap())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The file of a skill.
pub fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n---\n1. Do it.\n")
}
