-- What opens something of an account without a login ends with all logins.

alter table account add column logins_ended_at timestamptz;
comment on column account.logins_ended_at is 'When all logins were ended last, at once: with a new password, or by choice. What was let in by other means before that, such as calendars, is let in no longer.';
