-- The ledger's cause already names a period, so that it is charged once.
comment on table subscription_period is 'Unused since 0.2: the ledger has one transaction per paid period.';

-- Inserted by the statement that inserts the transaction, and transactions are never deleted.
alter table receipt_to_number drop constraint receipt_to_number_transaction_id_fkey;
