-- Television is viewed: TV channels live, and programmes from their beginning.

create function reachable_days(catchup_mode text, dvr_base text, catchup_days smallint) returns integer immutable language sql
  return case when catchup_mode is not null or dvr_base is not null then coalesce(nullif(catchup_days, 0), 5)::integer else 0 end;
comment on function reachable_days is
  'Of a TV channel: for how many days what was on can be watched; 0: it can''t. What a list calls catch-up without days is 5 days, as Kodi takes it.';

alter table view_action
  add column tv_channel_id text collate "C",
  add column programme_id text collate "C",
  drop constraint view_action_once,
  drop constraint view_action_viewed_check,
  add constraint view_action_viewed_check
    check (num_nonnulls(video_id, playlist_key, tv_channel_id) = 1 and (programme_id is null or tv_channel_id is not null)),
  add constraint view_action_once
    unique nulls not distinct (video_id, playlist_key, tv_channel_id, programme_id, user_id, visitor, half_hour);
comment on column view_action.tv_channel_id is 'A TV channel that was watched live, or on which a programme was watched.';
comment on column view_action.programme_id is 'Null: not a programme. Programmes go before their views: what is gone is left out where it is read.';

create table programme_position (
  user_id text collate "C" not null references account (id) on delete cascade,
  programme_id text collate "C" not null check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  position double precision not null check (position >= 0 and position <= 1000000),
  duration double precision check (duration > 0 and duration <= 1000000),
  watched_at timestamptz(3),
  reported_at timestamptz(3) not null default now(),
  primary key (user_id, programme_id)
) with (fillfactor = 80);
create index programme_position_tv_channel_id on programme_position (tv_channel_id);
create index programme_position_recent on programme_position (user_id, reported_at desc, programme_id desc);
comment on table programme_position is 'Where somebody is in a programme that can be watched again, and whether they have seen it: as watch_position has it of videos.';
comment on column programme_position.programme_id is 'No foreign key: guides delete many programmes at once. A nightly job deletes the positions of those that are gone.';
comment on column programme_position.tv_channel_id is 'On which it was watched.';

create table tv_view_to_count (
  tv_channel_id text collate "C" not null,
  programme_id text collate "C",
  title text,
  viewer text collate "C" not null,
  viewed_at timestamptz not null default now(),
  check ((programme_id is null) = (title is null))
);
create index tv_view_to_count_tv_channel_id on tv_view_to_count (tv_channel_id);
comment on table tv_view_to_count is 'Views that count_tv_views has not counted yet: written with the view, in the same statement.';
comment on column tv_view_to_count.programme_id is 'Null: the channel was watched live.';
comment on column tv_view_to_count.viewer is 'As view_action has it: an account, or a hash in hexadecimal digits.';

create table programme_view_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  hour timestamptz not null,
  programme_id text collate "C" not null,
  title text not null,
  views integer not null check (views > 0),
  primary key (tv_channel_id, hour, programme_id)
);
comment on table programme_view_count is 'Views of programmes on a TV channel, by the hour.';
comment on column programme_view_count.title is 'As the guide named it first. It stays when the programme has gone.';

create table tv_channel_view_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  hour timestamptz not null,
  hours_since smallint not null check (hours_since between 0 and 24),
  views integer not null check (views > 0),
  primary key (tv_channel_id, hour, hours_since)
);
comment on table tv_channel_view_count is 'Views of TV channels: somebody has watched one, or a programme on it, and had not in the 30 minutes before.';
comment on column tv_channel_view_count.hours_since is 'As in playlist_view_count.';

create table tv_channel_viewer (
  tv_channel_id text collate "C" not null,
  viewer text collate "C" not null,
  viewed_at timestamptz not null,
  primary key (tv_channel_id, viewer)
) with (fillfactor = 80);
comment on table tv_channel_viewer is 'When somebody had their last view of a TV channel: kept for a day, to tell views and unique views.';

-- As count_views counts those of channels.
create function count_tv_views(of_channel text, most integer) returns integer language plpgsql as $$
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
