-- 'yes' once the player of a seat has agreed that both may ask for advice; empty until then.
alter table seat add column advice text not null default '';
