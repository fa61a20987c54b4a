-- Games that anybody may watch from the lobby. An action changes none of these columns, and so leaves the index alone.
create index game_watchable on game (id) where listed = 1 and state = 'running';
