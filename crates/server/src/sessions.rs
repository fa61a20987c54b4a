//! Sessions that change while sockets are open: after a sign-in the sockets belong to the account at once,
//! and a sign-out closes them.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::App;
use crate::error::Result;
use crate::store::{Job, Who};
use crate::table::Command;

/// What has become of a session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Turned {
    /// The hash of its token.
    pub(crate) session: String,
    /// Who it is now; none if it has ended.
    pub(crate) now: Option<Who>,
}

impl Turned {
    /// A session that has ended.
    pub(crate) fn ended(session: String) -> Turned {
        Turned { session, now: None }
    }
}

/// Tells open sockets what has become of their sessions.
pub(crate) struct Sessions(broadcast::Sender<Turned>);

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions(broadcast::channel(256).0)
    }
}

impl Sessions {
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Turned> {
        self.0.subscribe()
    }

    fn tell(&self, turned: Turned) {
        let _ = self.0.send(turned);
    }
}

/// Tells all open sockets, here and at other processes.
pub(crate) async fn announce(app: &App, turned: Vec<Turned>) -> Result<()> {
    let job = app.cluster.turned(Job::new(), &turned);
    app.store.run(job).await?;
    for turned in turned {
        hear(app, turned).await?;
    }
    Ok(())
}

/// Tells the sockets of this process, and the tables at which the session sits now.
pub(crate) async fn hear(app: &App, turned: Turned) -> Result<()> {
    app.sessions.tell(turned.clone());
    if let Some(who) = &turned.now {
        for id in app.store.games_of(who).await? {
            app.tables.tell(&id, Command::Turned(turned.clone())).await;
        }
    }
    Ok(())
}
