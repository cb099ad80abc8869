//! Which registry is asked, and with which credential.

use tempfile::TempDir;

use super::*;

struct Bench {
    folder: TempDir,
    npm: Npm,
}

impl Bench {
    fn new(project: &str, user: &str, environment: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        for (name, text) in [("work", project), ("user", user)] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join(".npmrc"), text).unwrap();
        }
        let npm = Npm {
            environment: environment.iter().copied().collect(),
            workspace: at("work"),
            user_home: Some(at("user")),
            ..Npm::default()
        };
        Self { folder, npm }
    }

    fn ask(&self, package: &str) -> (String, String) {
        let access = access(&self.npm, &Package::parse(package).unwrap()).unwrap();
        let credential = access.credential.map(|value| value.to_str().unwrap().to_owned());
        (access.registry.to_string(), credential.unwrap_or_default())
    }
}

fn asked(project: &str, user: &str, environment: &[(&str, &str)]) -> (String, String) {
    Bench::new(project, user, environment).ask("tdd")
}

fn found(registry: &str, credential: &str) -> (String, String) {
    (registry.to_owned(), credential.to_owned())
}

#[test]
fn the_nearest_configuration_names_the_registry() {
    let (project, user) = ("registry = http://project.test/npm", "registry=http://user.test");
    assert_eq!(asked("", user, &[]), found("http://user.test/", ""));
    assert_eq!(asked(project, user, &[]), found("http://project.test/npm/", ""));
    let environment = [("npm_config_registry", "http://environment.test")];
    assert_eq!(asked(project, user, &environment), found("http://environment.test/", ""));
    assert_eq!(asked("", "", &[("NPM_CONFIG_REGISTRY", "http://loud.test")]), found("http://loud.test/", ""));
    let mut bench = Bench::new(project, user, &environment);
    bench.npm.registry = Some("http://settings.test".into());
    assert_eq!(bench.ask("tdd"), found("http://settings.test/", ""));
}

#[test]
fn files_elsewhere_are_named_by_variables() {
    let mut bench = Bench::new("", "registry=http://user.test", &[]);
    let other = bench.folder.path().join("other");
    fs::write(&other, "registry=http://other.test").unwrap();
    let path = other.to_str().unwrap();
    bench.npm.environment = [("npm_config_globalconfig", path)].into_iter().collect();
    assert_eq!(bench.ask("tdd"), found("http://user.test/", ""));
    bench.npm.environment = [("npm_config_userconfig", path)].into_iter().collect();
    assert_eq!(bench.ask("tdd"), found("http://other.test/", ""));
}

#[test]
fn a_scope_has_its_own_registry_whatever_else_is_set() {
    let file = "@corp:registry=https://corp.test/npm/\n//corp.test/npm/:_authToken=inner\nregistry=http://user.test";
    let mut bench = Bench::new("", file, &[("npm_config_registry", "http://environment.test")]);
    bench.npm.registry = Some("http://settings.test".into());
    assert_eq!(bench.ask("@corp/tdd"), found("https://corp.test/npm/", "Bearer inner"));
    assert_eq!(bench.ask("@other/tdd"), found("http://settings.test/", ""));
}

#[test]
fn without_a_registry_it_is_said_where_one_is_set() {
    let why = access(&Bench::new("", "", &[]).npm, &Package::parse("tdd").unwrap()).unwrap_err();
    for word in ["skills.registry", "npm_config_registry", ".npmrc"] {
        assert!(why.contains(word), "{why}");
    }
    for address in ["registry.test", "ftp://a.test", "file:///a"] {
        let npm = Npm { registry: Some(address.into()), ..Npm::default() };
        assert!(access(&npm, &Package::parse("tdd").unwrap()).unwrap_err().contains("cannot be used"), "{address}");
    }
}

#[test]
fn a_credential_is_for_one_registry() {
    let user = "registry=http://a.test:8080/npm/x/\n//b.test/:_authToken=wrong\n//a.test/:_authToken=other-port\n";
    assert_eq!(asked("", user, &[]).1, "");
    let at = |key: &str| asked("", &format!("{user}{key}"), &[]).1;
    assert_eq!(at("//a.test:8080/:_authToken=one"), "Bearer one");
    assert_eq!(at("//a.test:8080/npm/:_authToken=two\n//a.test:8080/:_authToken=one"), "Bearer two");
    assert_eq!(at("//a.test:8080/npm/x/:_authToken = \"three\" "), "Bearer three");
    assert_eq!(at("//a.test:8080/npm/x:_authToken=four # not five"), "Bearer four");
    assert_eq!(at("//a.test:8080/npm/y/:_authToken=elsewhere"), "");
    assert_eq!(at("//a.test:8080/:_auth=dTpw"), "Basic dTpw");
    assert_eq!(at("//a.test:8080/:username=u\n//a.test:8080/:_password=cA=="), "Basic dTpw");
    let environment = [("npm_config_//a.test:8080/npm/x/:_authToken", "environment")];
    assert_eq!(asked("", user, &environment).1, "Bearer environment");
}

#[test]
fn a_password_in_the_address_is_taken_out_of_it() {
    assert_eq!(asked("", "registry=http://u:p%40ss@a.test/n?x=1#y", &[]), found("http://a.test/n/", "Basic dTpwQHNz"));
}

#[test]
fn variables_are_filled_in_but_for_hidden_ones() {
    let file =
        "; a comment\n# another\nregistry=http://a.test\n//a.test/:_authToken=${NPM_TOKEN}\n[section]\nregistry=no";
    assert_eq!(asked(file, "", &[("NPM_TOKEN", "secret")]).1, "Bearer secret");
    assert_eq!(asked(file, "", &[]).1, "Bearer ${NPM_TOKEN}");
    let mut bench = Bench::new(&file.replace("NPM_TOKEN", "MODEL_KEY?"), "", &[("MODEL_KEY", "secret")]);
    assert_eq!(bench.ask("tdd").1, "Bearer secret");
    bench.npm.hidden = vec!["MODEL_KEY".into()];
    assert_eq!(bench.ask("tdd").1, "");
}
