-- How far a learner is in the lesson that is given at a table, as JSON; empty at all other tables.
alter table game add column lesson text not null default '';
