-- A ledger holds the account of its game from now on: those without one are written again when somebody asks.
delete from ledger;
