-- How far a learner is in the lesson that is given at a table, as JSON; empty at all other tables.
alter table game add column lesson text not null default '';

-- The lessons that somebody has taken to their end.
create table learnt (
    holder text not null,
    game text not null,
    lesson text not null,
    at bigint not null,
    primary key (holder, game, lesson)
);
