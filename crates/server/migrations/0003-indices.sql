-- An action changes `changed` of a running game: indices over games that do not run leave it alone.
drop index game_by_state;
drop index game_by_busy;
create index game_waiting on game (changed) where state = 'waiting';
create index game_over on game (changed) where state = 'over';
create index game_busy on game (id) where busy = 1;
