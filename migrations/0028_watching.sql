-- What people watch: views, the playback that follows each, and the position that somebody has in a video.

create table view_action (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" references account (id) on delete cascade,
  visitor bytea check (length(visitor) = 16),
  video_id text collate "C" references video (id) on delete cascade,
  playlist_key bigint references playlist (key) on delete cascade,
  viewed_at timestamptz(3) not null default now(),
  half_hour integer not null generated always as (floor(extract(epoch from viewed_at at time zone 'utc') / 1800)::integer) stored,
  is_counted boolean not null default false,
  check (num_nonnulls(user_id, visitor) = 1),
  check (num_nonnulls(video_id, playlist_key) = 1),
  -- Two requests at once: only one of them becomes a view.
  constraint view_action_once unique nulls not distinct (video_id, playlist_key, user_id, visitor, half_hour)
);
create index view_action_playlist_key on view_action (playlist_key) where playlist_key is not null;
create index view_action_history on view_action (user_id, viewed_at desc, id) where user_id is not null;
create index view_action_uncounted on view_action (video_id, playlist_key) where not is_counted;
comment on table view_action is 'One view: somebody has begun to watch a video, or a channel. Who does so again within 30 minutes makes no other. Rows only grow: the table can be partitioned by viewed_at.';
comment on column view_action.visitor is 'A guest: a hash whose salt is deleted after the day. Null: user_id.';
comment on column view_action.half_hour is 'Half hours since 1970: makes the constraint that only one of several views at once is kept.';
comment on column view_action.is_counted is 'Is in the views of its video or channel: set by add_views.';

create table visitor_salt (
  day date primary key,
  salt bytea not null
);
comment on table visitor_salt is 'With what the hashes of a day''s guests were made; deleted when the day is over, so that no hash can be led back to an address.';

create table view_process (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  view_action_id text collate "C" not null references view_action (id) on delete cascade,
  started_at timestamptz(3) not null default now(),
  reported_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
) with (fillfactor = 80);
create index view_process_view_action_id on view_process (view_action_id);
create index view_process_open on view_process (started_at) where ended_at is null;
create index view_process_ended on view_process (ended_at) where ended_at is not null;
comment on table view_process is 'One playback of what was viewed, from its start to its end.';
comment on column view_process.reported_at is 'When the player was last heard of. Not indexed: a report writes no index.';
comment on column view_process.ended_at is 'Null: it plays. An end that was never reported is set by a job to reported_at.';

create table watch_position (
  user_id text collate "C" not null references account (id) on delete cascade,
  video_id text collate "C" not null references video (id) on delete cascade,
  position double precision not null check (position >= 0 and position <= 1000000),
  duration double precision check (duration > 0 and duration <= 1000000),
  watched_at timestamptz(3),
  reported_at timestamptz(3) not null default now(),
  primary key (user_id, video_id)
) with (fillfactor = 80);
create index watch_position_video_id on watch_position (video_id);
create index watch_position_recent on watch_position (user_id, reported_at desc, video_id desc);
comment on table watch_position is 'Where somebody is in a video, and whether they have seen it.';
comment on column watch_position.position is 'Seconds from its beginning.';
comment on column watch_position.duration is 'Seconds, as the player has found it; null: it did not say.';
comment on column watch_position.watched_at is 'Seen to (nearly) its end, or marked so by hand; null: it goes on at position.';

-- Views are added to the row of the video or channel one thing at a time: a job that held many of these rows at once could wait for
-- somebody who moves them, and be waited for.
create function add_views(of_video text, of_playlist bigint) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  with counted as (
    update view_action set is_counted = true
    where not is_counted and (case when of_video is not null then video_id = of_video else playlist_key = of_playlist end)
    returning 1)
  select count(*) into added from counted;
  if of_video is not null then
    update video set views = views + added where id = of_video and added > 0;
  else
    update playlist set views = views + added where key = of_playlist and added > 0;
  end if;
  return added;
end $$;
comment on function add_views is 'Adds the views of one video, or one channel, that were not added yet.';
