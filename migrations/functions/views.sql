/* Counts the next views of a channel, of 30 minutes at most: so that of one viewer there is no more than one among them. All of it at
   once or nothing, and by one at a time. */
create or replace function count_views(of_playlist bigint, most integer) returns integer language plpgsql as $$
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

create or replace function add_views(of_video text, of_playlist bigint) returns void language plpgsql as $$
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

-- As count_views counts those of channels.
create or replace function count_tv_views(of_channel text, most integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  perform pg_advisory_xact_lock(hashtext('count_tv_views'), hashtext(of_channel));
  perform from tv_channel where id = of_channel for key share;
  if not found then
    delete from tv_view_to_count where tv_channel_id = of_channel;
    return 0;
  end if;
  with chosen as (
    delete from tv_view_to_count where ctid = any(array(
      select ctid from tv_view_to_count
      where tv_channel_id = of_channel
        and viewed_at < (select min(viewed_at) from tv_view_to_count where tv_channel_id = of_channel) + interval '30 minutes'
      limit most))
    returning programme_id, title, viewer, viewed_at
  ), of_programmes as (
    insert into programme_view_count as counted (tv_channel_id, hour, programme_id, title, views)
    select of_channel, date_trunc('hour', viewed_at, 'UTC'), programme_id, min(title), count(*)
    from chosen where programme_id is not null group by 2, 3
    on conflict (tv_channel_id, hour, programme_id) do update set views = counted.views + excluded.views
  ), of_channel_itself as materialized (
    select chosen.viewer, min(chosen.viewed_at) as viewed_at, tv_channel_viewer.viewed_at as before
    from chosen
      left join tv_channel_viewer on tv_channel_viewer.tv_channel_id = of_channel and tv_channel_viewer.viewer = chosen.viewer
    where tv_channel_viewer.viewed_at is null or chosen.viewed_at >= tv_channel_viewer.viewed_at + interval '30 minutes'
    group by chosen.viewer, tv_channel_viewer.viewed_at
  ), remembered as (
    insert into tv_channel_viewer (tv_channel_id, viewer, viewed_at) select of_channel, viewer, viewed_at from of_channel_itself
    on conflict (tv_channel_id, viewer) do update set viewed_at = excluded.viewed_at
  ), of_hours as (
    insert into tv_channel_view_count as counted (tv_channel_id, hour, hours_since, views)
    select of_channel, date_trunc('hour', viewed_at, 'UTC'),
      least(24, coalesce(extract(epoch from date_trunc('hour', viewed_at, 'UTC') - date_trunc('hour', before, 'UTC')) / 3600, 24)), count(*)
    from of_channel_itself group by 2, 3
    on conflict (tv_channel_id, hour, hours_since) do update set views = counted.views + excluded.views
  )
  select count(*) into taken from chosen;
  return taken;
end $$;
comment on function count_tv_views is 'Counts what waits in tv_view_to_count. Answers how many views that were.';

-- A month has its partition before it begins: where views lie already, they stay.
create or replace function make_view_months(ahead integer) returns void language plpgsql set lock_timeout = '2s' as $$
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

create or replace function drop_view_months(kept integer) returns void language plpgsql set lock_timeout = '2s' as $$
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
