-- Who is not admitted: `account:ID` or `network:ADDRESS/LENGTH`.
create table ban (
    what text primary key,
    shown text not null,
    why text not null,
    at bigint not null
);

-- What operators did.
create table act (
    id text primary key,
    at bigint not null,
    who text not null,
    what text not null
);
