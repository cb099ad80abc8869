//! The providers with everything that is known about them, merged from all places that describe one.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::Url;

use crate::auth::{Environment, Exchange, Flow, Redirect, Wanted};
use crate::proto::shared::{InputKind, Model, ModelCost};
use crate::provider::catalogue::{VENDORS, VendorLogin};
use crate::settings::{ConfiguredModel, ConfiguredProvider, KeySource, OauthEntry, OauthExchange};

/// Id of the provider inside the binary, and of its only model.
pub(super) const BUILTIN: &str = "builtin";
pub(super) const OFFLINE: &str = "offline";
pub(super) const BUILTIN_API: &str = crate::provider::OFFLINE_API;

/// Where a provider was described first; the order is the order of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// `models.yml`
    File,
    Settings,
    Vendor,
    /// A server program at its usual port on this machine.
    Local,
    Builtin,
}

/// One provider.
#[derive(Debug, Clone)]
pub(super) struct ProviderSpec {
    pub id: String,
    /// For people.
    pub name: String,
    pub api: String,
    pub base_url: String,
    pub key: Option<KeySource>,
    pub variables: Vec<String>,
    /// Whether it refuses requests without a key.
    pub key_required: bool,
    /// May hold secrets.
    pub headers: BTreeMap<String, String>,
    /// Further headers by model id; may hold secrets.
    pub model_headers: BTreeMap<String, BTreeMap<String, String>>,
    /// Page where its keys are made.
    pub key_url: Option<String>,
    /// How one logs in.
    pub flow: Option<Arc<Flow>>,
    /// Absent: the provider keeps the list.
    pub models: Option<Vec<Arc<Model>>>,
    /// Tokens that each of its models holds, whatever its list says.
    pub window: Option<u64>,
    pub origin: Origin,
}

impl ProviderSpec {
    pub fn wanted(&self) -> Wanted<'_> {
        Wanted {
            provider: &self.id,
            configured: self.key.as_ref().map(KeySource::reveal),
            variables: &self.variables,
            required: self.key_required,
            login: self.flow.is_some(),
        }
    }

    /// A model of this provider of which nothing but its id is known.
    pub fn unlisted(&self, id: &str) -> Arc<Model> {
        let usual = ConfiguredModel::named(id);
        let context_window = self.window.unwrap_or(usual.context_window);
        Arc::new(model(&self.id, &self.api, &self.base_url, ConfiguredModel { context_window, ..usual }))
    }

    /// Every header for a model: the provider's, then its own.
    pub fn headers_for(&self, model: &str) -> BTreeMap<String, String> {
        let mut headers = self.headers.clone();
        headers.extend(self.model_headers.get(model).cloned().unwrap_or_default());
        headers
    }
}

/// All providers in the order of lists. The error says what is missing where.
pub(super) fn providers(
    file: &[ConfiguredProvider],
    settings: &[ConfiguredProvider],
    environment: &Environment,
) -> Result<Vec<ProviderSpec>, String> {
    let mut specs: Vec<ProviderSpec> = Vec::new();
    for (configured, origin) in
        file.iter().map(|p| (p, Origin::File)).chain(settings.iter().map(|p| (p, Origin::Settings)))
    {
        // Ids are unique in either place; models.yml goes before the settings as a whole.
        if specs.iter().all(|spec| spec.id != configured.id) {
            specs.extend(spec(configured, origin, environment)?);
        }
    }
    for vendor in VENDORS {
        if specs.iter().all(|spec| spec.id != vendor.id) {
            specs.extend(vendor_spec(vendor.id, environment));
        }
    }
    if specs.iter().all(|spec| spec.id != BUILTIN) {
        specs.push(builtin());
    }
    Ok(specs)
}

/// A configured provider, what is absent filled in from the catalogue.
fn spec(
    configured: &ConfiguredProvider,
    origin: Origin,
    environment: &Environment,
) -> Result<Option<ProviderSpec>, String> {
    let id = &configured.id;
    let known = vendor_spec(id, environment);
    let api = configured.api.clone().or_else(|| known.as_ref().map(|known| known.api.clone()));
    let base_url = configured.base_url.clone().or_else(|| known.as_ref().map(|known| known.base_url.clone()));
    let (Some(api), Some(base_url)) = (api, base_url) else {
        // The other protocol names providers that only its own programs reach; such a block is no mistake.
        if origin == Origin::Settings {
            return Ok(None);
        }
        let missing = if configured.api.is_none() { "api" } else { "baseUrl" };
        return Err(format!("models.yml: providers.{id}.{missing} is missing; hostwire does not know a provider {id}"));
    };
    let own = configured.oauth.as_ref().map(|entry| flow(entry).map_err(|why| fault(origin, id, &why))).transpose()?;
    // What the vendor offers is for the vendor's own address.
    let vendors = known.as_ref().filter(|_| configured.base_url.is_none());
    let flow = own.map(Arc::new).or_else(|| vendors.and_then(|known| known.flow.clone()));
    let listed = configured.models.as_deref();
    let models = listed.map(|list| list.iter().map(|one| Arc::new(model(id, &api, &base_url, one.clone()))).collect());
    let with_headers = listed.unwrap_or_default().iter().filter(|model| !model.headers.is_empty());
    Ok(Some(ProviderSpec {
        id: id.clone(),
        name: configured.name.clone().or_else(|| vendors.map(|known| known.name.clone())).unwrap_or_else(|| id.clone()),
        key_url: configured.key_url.clone().or_else(|| vendors.and_then(|known| known.key_url.clone())),
        key: configured.api_key.clone(),
        variables: known.as_ref().map(|known| known.variables.clone()).unwrap_or_default(),
        // A server at an address of the user's own may well need no key, whatever the vendor's does.
        key_required: configured.oauth.is_some()
            || configured.key_url.is_some()
            || known.is_some_and(|known| known.key_required) && configured.base_url.is_none(),
        flow,
        headers: configured.headers.clone(),
        model_headers: with_headers.map(|model| (model.id.clone(), model.headers.clone())).collect(),
        api,
        base_url,
        models,
        window: None,
        origin,
    }))
}

fn vendor_spec(id: &str, environment: &Environment) -> Option<ProviderSpec> {
    let vendor = VENDORS.iter().find(|vendor| vendor.id == id)?;
    let address = vendor.address(|name| environment.get(name).map(str::to_owned));
    Some(ProviderSpec {
        id: vendor.id.to_owned(),
        name: vendor.name.to_owned(),
        key_url: vendor.key_url.map(str::to_owned),
        flow: vendor.login.and_then(vendor_flow).map(Arc::new),
        api: vendor.api.to_owned(),
        base_url: address.trim_end_matches('/').to_owned(),
        key: None,
        variables: vendor.key_variables.iter().map(|name| (*name).to_owned()).collect(),
        key_required: !vendor.is_local(),
        headers: BTreeMap::new(),
        model_headers: BTreeMap::new(),
        models: None,
        window: None,
        origin: if vendor.is_local() { Origin::Local } else { Origin::Vendor },
    })
}

fn fault(origin: Origin, id: &str, why: &str) -> String {
    let place = if origin == Origin::File { "models.yml: providers." } else { "settings: " };
    format!("{place}{id}.oauth.{why}")
}

/// The login that a configuration describes. The error says what is wrong with which member.
fn flow(entry: &OauthEntry) -> Result<Flow, String> {
    let url = |member: &str, text: &str| Url::parse(text.trim()).map_err(|error| format!("{member}: {error}"));
    let usual = Redirect::default();
    let port = entry.redirect_port.unwrap_or_default();
    let flow = Flow {
        authorize_url: url("authorizeUrl", &entry.authorize_url)?,
        token_url: url("tokenUrl", &entry.token_url)?,
        client_id: entry.client_id.clone().filter(|id| !id.trim().is_empty()),
        scopes: entry.scopes.clone().unwrap_or_default(),
        parameters: entry.parameters.clone().unwrap_or_default(),
        redirect: Redirect {
            host: entry.redirect_host.clone().unwrap_or(usual.host),
            port: u16::try_from(port).map_err(|_| format!("redirectPort: there is no port {port}"))?,
            path: entry.redirect_path.clone().unwrap_or(usual.path),
        },
        exchange: match entry.exchange {
            None | Some(OauthExchange::Tokens) => Exchange::Tokens,
            Some(OauthExchange::Key) => Exchange::Key,
        },
    };
    match flow.fault() {
        Some((member, why)) => Err(format!("{member} {why}")),
        None => Ok(flow),
    }
}

/// The login that a vendor documents.
fn vendor_flow(login: VendorLogin) -> Option<Flow> {
    Some(Flow {
        authorize_url: Url::parse(login.authorize_url).ok()?,
        token_url: Url::parse(login.exchange_url).ok()?,
        client_id: None,
        scopes: Vec::new(),
        parameters: BTreeMap::new(),
        redirect: Redirect { host: login.redirect_host.to_owned(), ..Redirect::default() },
        exchange: Exchange::Key,
    })
}

fn builtin() -> ProviderSpec {
    let offline = ConfiguredModel { name: "Offline planner".to_owned(), ..ConfiguredModel::named(OFFLINE) };
    ProviderSpec {
        id: BUILTIN.to_owned(),
        name: BUILTIN.to_owned(),
        key_url: None,
        flow: None,
        api: BUILTIN_API.to_owned(),
        base_url: String::new(),
        key: None,
        variables: Vec::new(),
        key_required: false,
        headers: BTreeMap::new(),
        model_headers: BTreeMap::new(),
        models: Some(vec![Arc::new(model(BUILTIN, BUILTIN_API, "", offline))]),
        window: None,
        origin: Origin::Builtin,
    }
}

/// A model of which nothing but its name is known, and whose provider may be unknown as well.
pub(super) fn unknown(provider: &str, id: &str) -> Model {
    model(provider, "unknown", "", ConfiguredModel::named(id))
}

/// The model as hosts see it. Configured headers stay out of it, because they may hold secrets.
pub(super) fn model(provider: &str, api: &str, base_url: &str, from: ConfiguredModel) -> Model {
    let ModelCost { input, output, cache_read, cache_write } = from.cost;
    Model {
        id: from.id,
        name: from.name,
        api: api.to_owned(),
        provider: provider.to_owned(),
        base_url: base_url.to_owned(),
        reasoning: from.reasoning,
        input: if from.input.is_empty() { vec![InputKind::Text] } else { from.input },
        cost: ModelCost { input, output, cache_read, cache_write },
        context_window: from.context_window,
        max_tokens: from.max_tokens,
        thinking: from.thinking,
        compat: None,
        compat_config: from.compat,
        headers: None,
        pricing: None,
        premium_multiplier: None,
        priority: None,
        request_model_id: None,
        reasoning_mode: None,
        image_input_decoder: None,
        supports_tools: None,
        omit_max_output_tokens: None,
        transport: None,
        prefer_websockets: None,
        use_responses_lite: None,
        context_promotion_target: None,
        compaction_model: None,
        remote_compaction: None,
        apply_patch_tool_type: None,
        is_o_auth: None,
        cursor_max_mode: None,
        gitlab_duo_workflow_root_namespace_id: None,
    }
}
