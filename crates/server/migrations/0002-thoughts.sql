-- What computer players thought of their actions; shown when the game is over.
create table thought (
    game text not null references game (id) on delete cascade,
    seq bigint not null,
    text text not null,
    primary key (game, seq)
);
