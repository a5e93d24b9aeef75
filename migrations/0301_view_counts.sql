-- Views of channels and of TV channels are counted in one way: one queue, one function (count_views), and one table for each figure.

drop function if exists count_views(bigint, integer), add_views(text, bigint), count_tv_views(text, integer);

create table channel_view_count (
  playlist_key bigint references playlist (key) on delete cascade,
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  hour timestamptz not null,
  hours_since smallint not null check (hours_since between 0 and 24),
  views integer not null check (views > 0),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1),
  constraint channel_view_count_once unique nulls not distinct (playlist_key, tv_channel_id, hour, hours_since)
);
create index channel_view_count_tv_channel_id on channel_view_count (tv_channel_id, hour) where tv_channel_id is not null;
comment on table channel_view_count is 'Views of channels and TV channels: a viewer watched it or something in it, and had not in the 30 minutes before.';
comment on column channel_view_count.hour is 'Start of the hour. Hours, not days: statistics use the days of the reader''s time zone.';
comment on column channel_view_count.hours_since is 'Hours between the viewer''s previous view of the channel and this one, both rounded down to the hour. 24: a day or more. A view is its viewer''s first of a day, in any time zone, if this is more than the hours of the day so far: so unique views can be counted for any zone.';
insert into channel_view_count (playlist_key, tv_channel_id, hour, hours_since, views)
  select playlist_key, null, hour, hours_since, views from playlist_view_count
  union all select null, tv_channel_id, hour, hours_since, views from tv_channel_view_count;
drop table playlist_view_count, tv_channel_view_count;

create table item_view_count (
  playlist_key bigint references playlist (key) on delete cascade,
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  hour timestamptz not null,
  item_id text collate "C" not null,
  series_id text collate "C",
  title text,
  views integer not null check (views > 0),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1),
  check ((playlist_key is null) = (series_id is null) and (tv_channel_id is null) = (title is null)),
  constraint item_view_count_once unique nulls not distinct (playlist_key, tv_channel_id, hour, series_id, item_id)
);
create index item_view_count_tv_channel_id on item_view_count (tv_channel_id, hour) where tv_channel_id is not null;
comment on table item_view_count is 'Views of videos, and so of series, in the channel they were in, and of programmes on a TV channel. Stays when the item is deleted or moved.';
comment on column item_view_count.item_id is 'The video or programme.';
comment on column item_view_count.title is 'Of a programme: the guide''s first title.';
insert into item_view_count (playlist_key, tv_channel_id, hour, item_id, series_id, title, views)
  select playlist_key, null, hour, video_id, series_id, null, views from video_view_count
  union all select null, tv_channel_id, hour, programme_id, null, title, views from programme_view_count;
drop table video_view_count, programme_view_count;

alter table channel_viewer rename to playlist_viewer;
alter index channel_viewer_pkey rename to playlist_viewer_pkey;
create table channel_viewer (
  channel_type text collate "C" not null check (channel_type in ('playlist', 'tv_channel')),
  channel_id text collate "C" not null,
  viewer text collate "C" not null,
  viewed_at timestamptz not null,
  primary key (channel_type, channel_id, viewer)
) with (fillfactor = 80);
comment on table channel_viewer is 'Each viewer''s latest view of a channel or TV channel: kept for a day, to distinguish views and unique views.';
comment on column channel_viewer.channel_id is 'As in view_to_count.';
insert into channel_viewer (channel_type, channel_id, viewer, viewed_at)
  select 'playlist', playlist_key::text, viewer, viewed_at from playlist_viewer
  union all select 'tv_channel', tv_channel_id, viewer, viewed_at from tv_channel_viewer;
drop table playlist_viewer, tv_channel_viewer;

alter table view_to_count rename to playlist_view_to_count;
create table view_to_count (
  channel_type text collate "C" not null check (channel_type in ('playlist', 'tv_channel')),
  channel_id text collate "C" not null,
  item_id text collate "C" not null,
  series_id text collate "C",
  title text,
  viewer text collate "C" not null,
  viewed_at timestamptz not null default now()
);
create index view_to_count_subject on view_to_count (channel_type, channel_id, item_id);
comment on table view_to_count is 'Views that count_views has not counted yet: written in the same statement as the view. A view of an item has two rows, one for the item and one for its channel.';
comment on column view_to_count.channel_id is 'playlist.key or tv_channel.id at the time of the view. No foreign key: a view must not wait for a change of the channel.';
comment on column view_to_count.item_id is 'The video or programme. Empty: the channel itself.';
comment on column view_to_count.series_id is 'Of a video.';
comment on column view_to_count.title is 'Of a programme.';
comment on column view_to_count.viewer is 'As in view_action: an account, or a hash in hexadecimal digits.';
with former as (
  select 'playlist' as channel_type, playlist_key::text as channel_id, video_id as item_id, series_id, null as title, viewer, viewed_at
  from playlist_view_to_count
  union all select 'tv_channel', tv_channel_id, programme_id, null, title, viewer, viewed_at from tv_view_to_count)
insert into view_to_count (channel_type, channel_id, item_id, series_id, title, viewer, viewed_at)
  select channel_type, channel_id, item_id, series_id, title, viewer, viewed_at from former where item_id is not null
  union all select channel_type, channel_id, '', null, null, viewer, viewed_at from former;
drop table playlist_view_to_count, tv_view_to_count;

update video set views = video.views + counted.views from views_to_add as counted where counted.video_id = video.id;
update playlist set views = playlist.views + counted.views from views_to_add as counted where counted.playlist_key = playlist.key;
drop table views_to_add;
