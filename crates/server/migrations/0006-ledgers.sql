-- What the dice of a finished game were worth, as JSON: it takes seconds to find out and does not change.
create table ledger (
    game text primary key references game (id) on delete cascade,
    body text not null,
    at bigint not null
);
