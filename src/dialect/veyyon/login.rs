//! Commands about logging in: get_login_providers, login.

use crate::dialect::cx::Cx;
use crate::engine::models::NoLogin;
use crate::proto::veyyon::{
    GetLoginProvidersCommand, GetLoginProvidersResult, LoginCommand, LoginProvider, LoginResult,
};

use super::{ReplyTo, errors};

pub(super) fn get_login_providers(cx: &Cx, _: GetLoginProvidersCommand, reply: ReplyTo<GetLoginProvidersCommand>) {
    let offers = cx.engine.logins().offers().into_iter();
    let providers = offers.map(|offer| LoginProvider {
        id: offer.id,
        name: offer.name,
        available: offer.available,
        authenticated: offer.authenticated,
    });
    reply.send(GetLoginProvidersResult { providers: providers.collect() });
}

/// Answers when the provider can be used, or why it cannot. Other commands pass meanwhile; an abort ends it.
pub(super) fn login(cx: &Cx, command: LoginCommand, reply: ReplyTo<LoginCommand>) {
    let provider_id = command.provider_id;
    let login = match cx.engine.logins().begin(&provider_id) {
        Ok(login) => login,
        Err(why) => return reply.fail(why_not(&provider_id, why)),
    };
    cx.engine.tasks().spawn("login", async move {
        match login.run().await {
            Ok(()) => reply.send(LoginResult { provider_id }),
            Err(error) => reply.fail(error.to_string()),
        }
        // Over from here on: whoever waits for the end comes after the answer.
        drop(login);
    });
}

fn why_not(provider: &str, why: NoLogin) -> String {
    match why {
        NoLogin::Unknown => errors::unknown_login(provider),
        NoLogin::NoPage => errors::login_needs_prompts(provider),
        NoLogin::Useless(why) => why,
        NoLogin::Running => errors::LOGIN_RUNNING.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_texts_are_the_protocols() {
        let prompts = "Provider 'acme' requires interactive prompts which are not supported in RPC mode. Use the terminal UI to log in.";
        for (why, text) in [
            (NoLogin::Unknown, "Unknown OAuth provider: acme"),
            (NoLogin::NoPage, prompts),
            (NoLogin::Running, "A login is already running"),
            (NoLogin::Useless("It has a key".into()), "It has a key"),
        ] {
            assert_eq!(why_not("acme", why), text);
        }
    }
}
