//! Which extensions are started, and what they reach.

use std::sync::Arc;

use crate::base::process::Children;
use crate::cli::{ServerOptions, ToolChoice};
use crate::engine::Engine;
use crate::extension::{Extensions, Limits, Places, Plan, Starts, World};
use crate::outbox::Voice;
use crate::proto::frame::Strictness;
use crate::session::Tooling;
use crate::settings::{DialectName, Settings};

/// Those of the options and of the usual folders; nothing is started yet.
pub(super) fn planned(options: &ServerOptions, settings: &Settings, strictness: Strictness) -> Extensions {
    let folders = options.extensions;
    let places = Places {
        home: options.home.clone().filter(|_| folders),
        workspace: folders.then(|| options.cwd.clone()),
        given: options.extension_paths.clone(),
    };
    let usual = Limits::default();
    let limits = Limits {
        start: settings.extension_start().unwrap_or(usual.start),
        call: settings.extension_call().unwrap_or(usual.call),
    };
    Extensions::new(Plan { programs: places.find(), flags: options.extension_flags.clone(), limits, strictness })
}

pub(super) fn world(
    options: &ServerOptions,
    dialect: DialectName,
    tooling: &Tooling,
    engine: &Engine,
    children: &Children,
    voice: Arc<dyn Voice>,
) -> World {
    let foreground = engine.clone();
    World {
        cwd: options.cwd.clone(),
        hidden: tooling.settings.hidden_variables.clone(),
        children: children.clone(),
        tasks: engine.tasks().clone(),
        host: tooling.host.clone(),
        has_ui: dialect == DialectName::Veyyon,
        // Protocol: a turn of autohand belongs to a prompt of the host.
        starts: match dialect {
            DialectName::Veyyon => Starts::Always,
            DialectName::Autohand => Starts::Never,
        },
        offers: (options.tools != ToolChoice::None).then(|| tooling.set.clone()),
        voice,
        foreground: Box::new(move || foreground.foreground()),
    }
}
