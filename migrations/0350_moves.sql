-- Moves that several people make in one channel at the same time.
create table channel_revision (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  revision integer not null default 1
);
comment on table channel_revision is 'Number of changes to the content of a channel: its order, series and videos. No row: none since revisions are counted.';

create table move_operation (
  user_id text collate "C" not null references account on delete cascade,
  op_id text collate "C" not null check (op_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  kind text not null check (kind in ('videos', 'series', 'change')),
  result jsonb not null,
  made_at timestamptz not null default now(),
  primary key (user_id, op_id)
);
create index move_operation_made_at on move_operation (made_at);
comment on table move_operation is 'Moves that may be sent again, kept for 15 days: a repeated one gets the same result.';
comment on column move_operation.kind is 'The result of another kind of call has other fields.';
comment on column move_operation.op_id is 'Chosen by the client.';

alter table live_event drop constraint live_event_name_check;
alter table live_event add constraint live_event_name_check check (name in ('changed', 'notification', 'login_ended', 'moved', 'presence'));
alter table live_event add column scope text collate "C";
comment on column live_event.scope is 'A team: only its members at the time of delivery receive the event.';
