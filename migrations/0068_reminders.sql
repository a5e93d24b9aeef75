-- Reminders of programmes, and the calendars that fetch them.

create table reminder (
  user_id text collate "C" not null references account on delete cascade,
  programme_id text collate "C" not null check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  title text not null check (length(title) between 1 and 255),
  starts_at timestamptz not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'told', 'gone')),
  created_at timestamptz not null default now(),
  primary key (user_id, programme_id)
);
create index reminder_due on reminder (starts_at) where state = 'waiting';
create index reminder_tv_channel_id on reminder (tv_channel_id);
comment on table reminder is 'A programme that somebody is told of before it begins. Kept for two days after its start.';
comment on column reminder.programme_id is 'When the guide moves the programme, the one that it has become. Not a foreign key: a programme that vanishes is told of.';
comment on column reminder.title is 'As the guide names it first: by this and the channel it is found again when it has moved.';
comment on column reminder.state is 'gone: no guide has it any more, and that was told.';

create table reminder_calendar (
  user_id text collate "C" primary key references account on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
comment on table reminder_calendar is 'With this token whoever has it reads the reminders of an account as a calendar, and nothing else.';
