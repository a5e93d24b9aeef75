-- Counting of views, and the partitions of view_action.

-- Counts queued views of an item or of a channel itself (item: ''), in one transaction. Returns how many were counted; 0 also while the video is
-- locked, which the next run counts. Views of a deleted channel are dropped.
-- Deadlocks: this waits only for the channel's row, before it holds another lock. It must not wait for a video: moves lock videos in any order.
create or replace function count_views(of_type text, of_channel text, of_item text, most integer) returns integer language plpgsql as $$
declare
  of_playlist constant bigint := case of_type when 'playlist' then of_channel::bigint end;
  of_tv_channel constant text := case of_type when 'tv_channel' then of_channel end;
  taken integer;
  added integer;
begin
  perform pg_advisory_xact_lock(hashtext('count_views'), hashtext(concat_ws(' ', of_type, of_channel, of_item)));
  if of_tv_channel is not null then
    perform from tv_channel where id = of_tv_channel for key share;
  elsif of_item = '' then
    -- Its views are updated below. Raising a weaker lock then could deadlock.
    perform from playlist where key = of_playlist for update;
  else
    perform from playlist where key = of_playlist for key share;
  end if;
  if not found then
    delete from view_to_count where channel_type = of_type and channel_id = of_channel and item_id = of_item;
    return 0;
  end if;

  if of_item = '' then
    -- Views within 30 minutes: each viewer has at most one that counts.
    with chosen as (
      delete from view_to_count where ctid = any(array(
        select ctid from view_to_count
        where channel_type = of_type and channel_id = of_channel and item_id = '' and viewed_at < interval '30 minutes' + (
          select min(viewed_at) from view_to_count where channel_type = of_type and channel_id = of_channel and item_id = '')
        limit most))
      returning viewer, viewed_at, is_own, source
    ), counted as materialized (
      select distinct on (chosen.viewer) chosen.viewer, quarter_hour(chosen.viewed_at) as quarter, chosen.viewed_at,
        -- After the clock was set back, the former view seems later, but its viewer is still recognized.
        case when former.viewed_at is not null then least(quarter_hour(former.viewed_at), quarter_hour(chosen.viewed_at)) end as former_quarter,
        case when is_own then 'o' when length(chosen.viewer) = 32 then 'g' else 'u' end::"char" as viewers, source
      from chosen
        left join channel_viewer former on channel_type = of_type and channel_id = of_channel and former.viewer = chosen.viewer
      where former.viewed_at is null or chosen.viewed_at >= former.viewed_at + interval '30 minutes'
        or chosen.viewed_at <= former.viewed_at - interval '30 minutes'
      order by chosen.viewer, chosen.viewed_at
    ), remembered as (
      insert into channel_viewer (channel_type, channel_id, viewer, viewed_at) select of_type, of_channel, viewer, viewed_at from counted
      on conflict (channel_type, channel_id, viewer) do update set viewed_at = excluded.viewed_at
    ), of_quarters as (
      insert into channel_view_count as known (playlist_key, tv_channel_id, quarter, viewers, former_quarter, views)
      select of_playlist, of_tv_channel, quarter, viewers, former_quarter, count(*) from counted group by 3, 4, 5
      on conflict (playlist_key, tv_channel_id, quarter, viewers, former_quarter) do update set views = known.views + excluded.views
    ), of_sources as (
      insert into view_source_count as known (playlist_key, quarter, source, views)
      select of_playlist, quarter, source, count(*) from counted where of_playlist is not null and viewers <> 'o' group by 2, 3
      on conflict (playlist_key, quarter, source) do update set views = known.views + excluded.views
    ), of_all as (
      insert into channel_view_total as known (playlist_key, unique_views, own_views)
      select of_playlist, count(*) filter (where former_quarter is null and viewers <> 'o'), count(*) filter (where viewers = 'o') from counted
      where of_playlist is not null having count(*) > 0
      on conflict (playlist_key) do update set unique_views = known.unique_views + excluded.unique_views, own_views = known.own_views + excluded.own_views
    )
    select (select count(*) from chosen), (select count(*) from counted) into taken, added;
    update playlist set views = views + added where key = of_playlist and added > 0;
    return taken;
  end if;

  if of_playlist is not null and exists (select from video where id = of_item) then
    perform from video where id = of_item for no key update skip locked;
    if not found then
      return 0;
    end if;
  end if;
  with chosen as (
    delete from view_to_count where ctid = any(array(
      select ctid from view_to_count where channel_type = of_type and channel_id = of_channel and item_id = of_item limit most))
    returning series_id, title, viewed_at, is_own
  ), of_quarters as (
    insert into item_view_count as known (playlist_key, tv_channel_id, quarter, item_id, series_id, title, is_own, views)
    select of_playlist, of_tv_channel, quarter_hour(viewed_at), of_item, series_id, min(title), is_own, count(*) from chosen group by 3, 5, 7
    on conflict (playlist_key, tv_channel_id, quarter, series_id, item_id, is_own) do update set views = known.views + excluded.views
  )
  select count(*) into taken from chosen;
  update video set views = views + taken where id = of_item and of_playlist is not null and taken > 0;
  return taken;
end $$;

-- Creates the partitions of the coming months, except for months that have views already.
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
    -- Attaches the table instead of creating it as a partition, which would block writers of views.
    execute format('create table %I (like view_action including defaults including constraints)', name);
    execute format('alter table view_action attach partition %I for values from (%s) to (%s)', name, begins, ends);
  end loop;
end $$;

-- Drops views from before these months.
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

-- Starts a playback of a view made within a day, for its viewer: a user, named or by hash; without both a guest, who is identified by the view's id.
-- Returns its id, or null if there is no such view. Of several playbacks of a view, only the latest counts time, so the total can't exceed real time.
create or replace function start_playback(new_id text, of_view text, by_user text, by_hash bytea) returns text language plpgsql as $$
declare
  found_view record;
begin
  select half_hour, playlist.key as playlist_key, video.id as video_id into found_view
  from view_action
    left join video on video.id = view_action.video_id
    left join series on series.id = video.series_id
    left join playlist on playlist.id = series.playlist_id and playlist.owner_id is distinct from by_user and not exists (
      select from team_member where team_member.user_id = by_user and team_id = playlist.team_id)
  where view_action.id = of_view and half_hour >= half_hour(now() - interval '1 day') and viewed_at > now() - interval '1 day'
    and case when by_user is null then view_action.user_id is null
      else (view_action.user_id = by_user and visitor is null) or (view_action.user_id is null and visitor = by_hash) end;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('start_playback'), hashtext(of_view));
  with former as materialized (
    select id, uncounted_ms from view_process where view_action_id = of_view and playlist_key is not null for update
  ), replaced as (
    update view_process set playlist_key = null, video_id = null, uncounted_ms = 0, is_to_count = false from former where view_process.id = former.id
  )
  insert into view_process (id, view_action_id, view_half_hour, playlist_key, video_id, uncounted_ms, is_to_count)
  select new_id, of_view, found_view.half_hour, found_view.playlist_key, case when found_view.playlist_key is not null then found_view.video_id end,
    case when found_view.playlist_key is null then 0 else coalesce((select sum(uncounted_ms) from former), 0) end, found_view.playlist_key is not null;
  return new_id;
end $$;

-- Moves the time, in whole seconds, of some of a channel's playbacks into its figures, in one transaction. Returns their number. Time in a deleted
-- channel is dropped.
create or replace function count_watched_time(of_playlist bigint, most integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  -- Deadlocks: this waits only for the channel's row, before it holds another lock.
  perform pg_advisory_xact_lock(hashtext('count_watched_time'), hashtext(of_playlist::text));
  perform from playlist where key = of_playlist for key share;
  with chosen as materialized (
    select id, playlist_key, video_id, uncounted_ms, reported_at from view_process
    where playlist_key = of_playlist and is_to_count and (uncounted_ms >= 1000 or ended_at is not null) limit most for update skip locked
  ), settled as (
    update view_process set uncounted_ms = view_process.uncounted_ms % 1000, is_to_count = ended_at is null from chosen where view_process.id = chosen.id
  ), counted as (
    insert into watched_time as known (playlist_key, video_id, quarter, seconds)
    select chosen.playlist_key, item, quarter_hour(reported_at), sum(uncounted_ms / 1000)
    from chosen join playlist on playlist.key = chosen.playlist_key cross join unnest(array['', chosen.video_id]) as item
    group by 1, 2, 3 having sum(uncounted_ms / 1000) > 0
    on conflict (playlist_key, video_id, quarter) do update set seconds = known.seconds + excluded.seconds
  )
  select count(*) into taken from chosen;
  return taken;
end $$;
