-- Views are kept by the month and counted by the hour, for statistics.

create function half_hour(at timestamptz) returns integer language sql immutable
  return floor(extract(epoch from at at time zone 'utc') / 1800)::integer;
comment on function half_hour is 'Half hours since 1970.';

-- What was a table becomes the partition for all that has none of its own: no row is copied.
alter table view_process drop constraint view_process_view_action_id_fkey;
drop index view_action_playlist_key, view_action_uncounted;
alter table view_action
  drop constraint view_action_once, drop constraint view_action_pkey, drop constraint view_action_video_id_fkey,
  drop constraint view_action_playlist_key_fkey;
alter table view_action alter column half_hour drop expression;
alter table view_action alter column id set not null, alter column half_hour set default half_hour(now()::timestamptz(3)),
  add constraint view_action_half_hour_check check (half_hour = half_hour(viewed_at));
-- A partition's rules have the names of the whole's.
alter table view_action rename constraint view_action_check to view_action_viewer_check;
alter table view_action rename constraint view_action_check1 to view_action_viewed_check;
alter table view_action rename to view_action_default;
alter index view_action_history rename to view_action_default_history;

-- What waits to be counted. Nothing is looked up there but by the channel, and what was counted is deleted.
create table view_to_count (
  playlist_key bigint not null,
  series_id text collate "C",
  video_id text collate "C",
  viewer text collate "C" not null,
  viewed_at timestamptz not null default now(),
  check ((series_id is null) = (video_id is null))
);
create index view_to_count_playlist_key on view_to_count (playlist_key);
comment on table view_to_count is 'Views that count_views has not counted yet: written with the view, in the same statement.';
comment on column view_to_count.playlist_key is 'The channel, as it was at the view; nothing refers to it, so that a view waits for nobody who changes that.';
comment on column view_to_count.video_id is 'Null: the channel itself was viewed.';
comment on column view_to_count.viewer is 'As view_action has it: an account, or a hash in hexadecimal digits.';

insert into view_to_count (playlist_key, series_id, video_id, viewer, viewed_at)
  select playlist.key, series.id, video.id, coalesce(view_action_default.user_id, encode(visitor, 'hex')), viewed_at
  from view_action_default
    left join video on video.id = video_id
    left join series on series.id = video.series_id
    join playlist on playlist.key = playlist_key or playlist.id = series.playlist_id
  where not is_counted;
alter table view_action_default drop column is_counted;

create table view_action (
  id text collate "C" not null constraint view_action_id_check check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" references account (id) on delete cascade,
  visitor bytea constraint view_action_visitor_check check (length(visitor) = 16),
  video_id text collate "C",
  playlist_key bigint,
  viewed_at timestamptz(3) not null default now(),
  half_hour integer not null default half_hour(now()::timestamptz(3)),
  constraint view_action_viewer_check check (num_nonnulls(user_id, visitor) = 1),
  constraint view_action_viewed_check check (num_nonnulls(video_id, playlist_key) = 1),
  constraint view_action_half_hour_check check (half_hour = half_hour(viewed_at)),
  primary key (id, half_hour),
  -- Two requests at once: only one of them becomes a view.
  constraint view_action_once unique nulls not distinct (video_id, playlist_key, user_id, visitor, half_hour)
) partition by range (half_hour);
create index view_action_history on view_action (user_id, viewed_at desc, id) where user_id is not null;
alter table view_action attach partition view_action_default default;
comment on table view_action is 'One view: somebody has begun to watch a video, or a channel. Who does so again within 30 minutes makes no other. A partition a month, made ahead by make_view_months.';
comment on column view_action.visitor is 'A guest, or a user who wants no history or has had this forgotten: a hash whose salt is deleted after the day. Null: user_id.';
comment on column view_action.video_id is 'Does not go with the video: somebody would wait for the deletion of all its views.';
comment on column view_action.half_hour is 'Of viewed_at: names the month''s partition, and lets the constraint keep one of several views at once.';
comment on table view_action_default is 'Views of months that have no partition of their own: those before there were any, and those of a time in which no job ran.';

alter table view_process add column view_half_hour integer;
update view_process set view_half_hour = view_action.half_hour from view_action where view_action.id = view_action_id;
alter table view_process alter column view_half_hour set not null;
comment on column view_process.view_half_hour is 'In which partition the view is. Not a foreign key: months of views are dropped, and nobody waits for that.';

-- A month has its partition before it begins: where views lie already, they stay.
create function make_view_months(ahead integer) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  month timestamp;
  name text;
  begins integer;
  ends integer;
begin
  for month in select generate_series(date_trunc('month', now() at time zone 'utc') + interval '1 month',
      date_trunc('month', now() at time zone 'utc') + make_interval(months => ahead), interval '1 month') loop
    name := to_char(month, '"view_action_"YYYY_MM');
    begins := half_hour(month at time zone 'utc');
    ends := half_hour((month + interval '1 month') at time zone 'utc');
    continue when to_regclass(name) is not null
      or exists (select from view_action_default where half_hour >= begins and half_hour < ends);
    -- Attached, and not made as a partition: nobody who writes views has to wait for that.
    execute format('create table %I (like view_action including defaults including constraints)', name);
    execute format('alter table view_action attach partition %I for values from (%s) to (%s)', name, begins, ends);
  end loop;
end $$;
comment on function make_view_months is 'Makes the partitions of the coming months.';

create function drop_view_months(kept integer) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  oldest constant timestamp := date_trunc('month', now() at time zone 'utc') - make_interval(months => kept);
  name text;
begin
  for name in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'view_action'::regclass and relname ~ '^view_action_\d{4}_\d\d$'
        and to_date(right(relname, 7), 'YYYY_MM') < oldest loop
    execute format('drop table %I', name);
  end loop;
  delete from view_action_default where ctid = any(array(
    select ctid from view_action_default where half_hour < half_hour(oldest at time zone 'utc') limit 50000));
end $$;
comment on function drop_view_months is 'Drops views of months before these.';

create table video_view_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  hour timestamptz not null,
  series_id text collate "C" not null,
  video_id text collate "C" not null,
  views integer not null check (views > 0),
  primary key (playlist_key, hour, series_id, video_id)
);
comment on table video_view_count is 'Views of videos, and by them of series, in the channel that they were in. Stays when the video is deleted or moved.';
comment on column video_view_count.hour is 'Its beginning. Hours, not days: the days of statistics are those of whoever reads them.';

create table playlist_view_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  hour timestamptz not null,
  hours_since smallint not null check (hours_since between 0 and 24),
  views integer not null check (views > 0),
  primary key (playlist_key, hour, hours_since)
);
comment on table playlist_view_count is 'Views of channels: somebody has viewed one, or something in it, and had not in the 30 minutes before.';
comment on column playlist_view_count.hours_since is
  'Hours between the hour in which the same viewer had last viewed the channel and this one; 24: a day or more. A view is the first of its viewer on a day, whenever that begins, if this is more than the hours that the day has then lasted: unique views in any time zone.';

create table channel_viewer (
  playlist_key bigint not null,
  viewer text collate "C" not null,
  viewed_at timestamptz not null,
  primary key (playlist_key, viewer)
) with (fillfactor = 80);
comment on table channel_viewer is 'When somebody had their last view of a channel: kept for a day, to tell views and unique views.';

create table views_to_add (
  video_id text collate "C",
  playlist_key bigint,
  views integer not null check (views > 0),
  check (num_nonnulls(video_id, playlist_key) = 1),
  constraint views_to_add_once unique nulls not distinct (video_id, playlist_key)
);
comment on table views_to_add is 'Counted views that are not in video.views or playlist.views yet.';

/* Counts the next views of a channel, of 30 minutes at most: so that of one viewer there is no more than one among them. All of it at
   once or nothing, and by one at a time. */
create function count_views(of_playlist bigint, most integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  perform pg_advisory_xact_lock(hashtext('count_views'), hashint8(of_playlist));
  -- Before all else: who deletes the channel locks it first, too.
  perform from playlist where key = of_playlist for key share;
  if not found then
    delete from view_to_count where playlist_key = of_playlist;
    return 0;
  end if;
  with chosen as (
    delete from view_to_count where ctid = any(array(
      select ctid from view_to_count
      where playlist_key = of_playlist
        and viewed_at < (select min(viewed_at) from view_to_count where playlist_key = of_playlist) + interval '30 minutes'
      limit most))
    returning series_id, video_id, viewer, viewed_at
  ), of_videos as (
    insert into video_view_count as counted (playlist_key, hour, series_id, video_id, views)
    select of_playlist, date_trunc('hour', viewed_at, 'UTC'), series_id, video_id, count(*) from chosen where video_id is not null group by 2, 3, 4
    on conflict (playlist_key, hour, series_id, video_id) do update set views = counted.views + excluded.views
  ), of_channel as materialized (
    select chosen.viewer, min(chosen.viewed_at) as viewed_at, channel_viewer.viewed_at as before
    from chosen left join channel_viewer on channel_viewer.playlist_key = of_playlist and channel_viewer.viewer = chosen.viewer
    where channel_viewer.viewed_at is null or chosen.viewed_at >= channel_viewer.viewed_at + interval '30 minutes'
    group by chosen.viewer, channel_viewer.viewed_at
  ), remembered as (
    insert into channel_viewer (playlist_key, viewer, viewed_at) select of_playlist, viewer, viewed_at from of_channel
    on conflict (playlist_key, viewer) do update set viewed_at = excluded.viewed_at
  ), of_hours as (
    insert into playlist_view_count as counted (playlist_key, hour, hours_since, views)
    select of_playlist, date_trunc('hour', viewed_at, 'UTC'),
      least(24, coalesce(extract(epoch from date_trunc('hour', viewed_at, 'UTC') - date_trunc('hour', before, 'UTC')) / 3600, 24)), count(*)
    from of_channel group by 2, 3
    on conflict (playlist_key, hour, hours_since) do update set views = counted.views + excluded.views
  ), to_add as (
    insert into views_to_add as waiting (video_id, playlist_key, views)
    select video_id, null::bigint, count(*) from chosen where video_id is not null group by video_id
    union all
    select null::text, of_playlist, count(*) from of_channel having count(*) > 0
    on conflict (video_id, playlist_key) do update set views = waiting.views + excluded.views
  )
  select count(*) into taken from chosen;
  return taken;
end $$;
comment on function count_views is 'Counts what waits in view_to_count. Answers how many views that were.';

-- One video or channel at a time: a statement that held many of these rows at once could wait for somebody who moves them, and be waited for.
drop function add_views(text, bigint);
create function add_views(of_video text, of_playlist bigint) returns void language plpgsql as $$
declare
  added integer;
begin
  if of_video is not null then
    delete from views_to_add where video_id = of_video and playlist_key is null returning views into added;
    update video set views = views + added where id = of_video and added > 0;
  else
    delete from views_to_add where playlist_key = of_playlist and video_id is null returning views into added;
    update playlist set views = views + added where key = of_playlist and added > 0;
  end if;
end $$;
comment on function add_views is 'Adds counted views to those that are shown of a video or a channel.';
