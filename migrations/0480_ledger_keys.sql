-- One index instead of two: an account has at most one entry of a transaction.
alter table ledger_entry drop constraint ledger_entry_pkey;
alter table ledger_entry add primary key (transaction_id, account_id);
drop index ledger_entry_transaction;
