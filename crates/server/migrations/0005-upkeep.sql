-- Why the log of a table does not replay with the program that last tried; empty if it does.
alter table game add column broken text not null default '';
create index game_by_maker on game (maker);

-- One row: when a server last lived, and since when its clock has run on without a jump.
create table pulse (
    id bigint primary key,
    at bigint not null,
    since bigint not null,
    -- Written when somebody asks whether anything can be stored.
    beat bigint not null
);
insert into pulse (id, at, since, beat) values (1, 0, 0, 0);
