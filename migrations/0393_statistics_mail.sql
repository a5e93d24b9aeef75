-- The monthly email with the figures of a user's channels. A row: the user wants it.
create table statistics_mail (
  account_id text collate "C" primary key references account on delete cascade,
  time_zone text not null check (length(time_zone) <= 64),
  token text collate "C" not null unique default replace(gen_random_uuid()::text, '-'::text, ''::text),
  due_at timestamptz not null
);
create index statistics_mail_due on statistics_mail (due_at);
comment on table statistics_mail is 'Users who want an email about each month. No row: not wanted.';
comment on column statistics_mail.time_zone is 'The zone of the browser in which the user turned it on.';
comment on column statistics_mail.token is 'Turns it off without a login. Has no other use.';
comment on column statistics_mail.due_at is 'The next email: the first of a month, at nine in the zone.';
