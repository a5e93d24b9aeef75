-- What a call made is kept in the statement that ends its transaction, so there is never a call without it.
alter table idempotency_key alter column answer set not null;
comment on column idempotency_key.answer is 'What the transaction of the call returned, as JSON: the id of what it made, by which the answer is read again.';
