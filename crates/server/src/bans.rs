//! Who is not admitted: accounts and networks that an operator has banned.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use ipnet::IpNet;

use crate::App;
use crate::error::{Error, Result};
use crate::routes::end_sessions;

/// The bans as they were last read.
#[derive(Default)]
pub(crate) struct Bans(RwLock<Read>);

#[derive(Default)]
struct Read {
    networks: Vec<IpNet>,
    accounts: BTreeSet<String>,
}

impl Bans {
    pub(crate) fn check_address(&self, address: IpAddr) -> Result<()> {
        let bans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let address = match address {
            IpAddr::V6(six) => six.to_ipv4_mapped().map_or(address, IpAddr::V4),
            IpAddr::V4(_) => address,
        };
        if bans.networks.iter().any(|network| network.contains(&address)) {
            return Err(Error::Forbidden("the operator of this server does not admit this address".into()));
        }
        Ok(())
    }

    pub(crate) fn check_account(&self, account: &str) -> Result<()> {
        let bans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if bans.accounts.contains(account) {
            return Err(Error::Forbidden("the operator of this server has closed this account".into()));
        }
        Ok(())
    }
}

/// Reads the bans anew and signs out accounts that were banned since the last time.
pub(crate) async fn refresh(app: &App) -> Result<()> {
    let mut read = Read::default();
    for what in app.store.bans().await? {
        match what.split_once(':') {
            Some(("network", network)) => read.networks.extend(network.parse::<IpNet>().ok()),
            Some(("account", id)) => {
                read.accounts.insert(id.to_owned());
            }
            _ => {}
        }
    }
    let new: Vec<String> = {
        let mut known = app.bans.0.write().unwrap_or_else(PoisonError::into_inner);
        let new = read.accounts.difference(&known.accounts).cloned().collect();
        *known = read;
        new
    };
    for account in new {
        end_sessions(app, &account, "").await?;
    }
    Ok(())
}
