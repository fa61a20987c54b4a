-- A seat of a hotseat table that its maker gives to another player: the hash of the link that takes it.
alter table seat add column invitation text not null default '';
-- Ends mails to a seat: it stands in every one of them.
alter table seat add column mail_key text not null default '';
-- Where an account can be written to; only after it was confirmed.
alter table account add column email text not null default '';

-- What a link in a mail does, once and for a limited time.
create table mail (
    hash text primary key,
    -- `account` and `seat` confirm an address, `recover` sets a new password.
    purpose text not null,
    account text not null,
    game text not null,
    seat bigint not null,
    address text not null,
    at bigint not null
);
create index session_by_account on session (account) where account <> '';
