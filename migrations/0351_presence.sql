-- Members of a team who have one of its channels open.
create table presence (
  playlist_key bigint not null references playlist (key) on delete cascade,
  user_id text collate "C" not null references account on delete cascade,
  dragging text collate "C",
  seen_at timestamptz not null default now(),
  primary key (playlist_key, user_id)
);
create index presence_user_id on presence (user_id);
create index presence_seen_at on presence (seen_at);
comment on table presence is 'Counts for 45 seconds; older rows are deleted by the hour.';
comment on column presence.dragging is 'The id of a video or series that the member is dragging.';
