//! Tables, seats, sockets, storage. Knows no rule.
