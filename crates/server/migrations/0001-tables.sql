-- One text for SQLite and PostgreSQL: only text and bigint, nothing null, times in milliseconds since 1970.

create table account (
    id text primary key,
    name text not null unique,
    shown text not null,
    password text not null,
    created bigint not null
);

-- A browser. Its account is empty until someone signs in.
create table session (
    hash text primary key,
    account text not null,
    created bigint not null,
    seen bigint not null
);

create table game (
    id text primary key,
    title text not null,
    name text not null,
    scenario text not null,
    options text not null,
    position text not null,
    pack text not null,
    secret text not null,
    commitment text not null,
    state text not null,
    -- The record up to the first decision; empty until the last nonce is there.
    header text not null,
    -- Who writes: a process that takes a table over raises it, and the writes of the former owner fail.
    epoch bigint not null,
    -- Grows with every change; `undone` is its value at the last undo.
    rev bigint not null,
    undone bigint not null,
    seq bigint not null,
    turn bigint not null,
    -- Sets of seats, one bit each.
    asked bigint not null,
    winners bigint not null,
    outcome text not null,
    -- 1 while a computer player must answer.
    busy bigint not null,
    listed bigint not null,
    hotseat bigint not null,
    spectator text not null,
    maker text not null,
    rematch text not null,
    created bigint not null,
    changed bigint not null
);
create index game_by_state on game (state, listed, changed);
create index game_by_busy on game (busy);

create table seat (
    game text not null references game (id) on delete cascade,
    seat bigint not null,
    kind text not null,
    level text not null,
    name text not null,
    token text not null,
    nonce text not null,
    orders text not null,
    webhook text not null,
    webhook_key text not null,
    email text not null,
    primary key (game, seat)
);

-- Whose seat it is: sessions of browsers that opened its link, or an account.
create table holder (
    game text not null references game (id) on delete cascade,
    seat bigint not null,
    holder text not null,
    primary key (game, seat, holder)
);
create index holder_by_name on holder (holder);

-- The log of play: lines of the record, one for each entry.
create table action (
    game text not null references game (id) on delete cascade,
    seq bigint not null,
    line text not null,
    hash text not null,
    automatic bigint not null,
    at bigint not null,
    primary key (game, seq)
);

create table watcher (
    game text not null references game (id) on delete cascade,
    holder text not null,
    primary key (game, holder)
);

create table chat (
    game text not null references game (id) on delete cascade,
    number bigint not null,
    seat bigint not null,
    text text not null,
    at bigint not null,
    primary key (game, number)
);

-- What a process asks of the one that owns a table.
create table letter (
    id text primary key,
    game text not null,
    sender text not null,
    body text not null,
    reply text not null,
    at bigint not null
);

-- "Your turn", still to be delivered.
create table notice (
    id text primary key,
    game text not null,
    seat bigint not null,
    target text not null,
    webhook_key text not null,
    body text not null,
    tries bigint not null,
    due bigint not null
);
create index notice_by_due on notice (due);
