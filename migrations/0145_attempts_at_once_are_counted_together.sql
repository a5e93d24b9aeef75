-- Attempts at one limit that come at once are counted by one statement.

alter table rate_limit drop column allowed, add column taken integer not null default 0 check (taken >= 0);
comment on column rate_limit.taken is 'How many of the latest attempts were within the limit. The statement that counts them returns this.';
