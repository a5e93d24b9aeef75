-- Archives of what is kept of somebody, and what somebody is about to bring in from a file.

create table data_export (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  bytes bigint check (bytes >= 0),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3) check ((ended_at is not null) = (state <> 'waiting'))
);
create unique index data_export_waiting on data_export (account_id) where state = 'waiting';
create index data_export_of on data_export (account_id, created_at desc);
comment on table data_export is 'An archive that somebody asked for. Its id names the file in the store, which is kept for a day.';

create table import_preview (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  channels json not null,
  created_at timestamptz(3) not null default now(),
  made text[] collate "C"
);
create index import_preview_of on import_preview (account_id, created_at desc);
create index import_preview_age on import_preview (created_at);
comment on table import_preview is 'What was read from a file, before its owner says what of it becomes channels. Kept for an hour.';
comment on column import_preview.made is 'The channels that were made of it: asked for twice, they are made once.';
