-- It has one more parameter: see functions/ledger.sql.
drop function if exists post_to_ledger(text, text, text, bigint, text[], bigint[], boolean, text, jsonb);
