-- Figures by quarter hours: the days of every time zone consist of them. Old figures by hours count in the first quarter of their hour.

create or replace function quarter_hour(timestamptz) returns integer immutable strict parallel safe language sql
return floor(extract(epoch from $1) / 900)::integer;

alter table channel_view_count rename to hourly_view_count;
alter table hourly_view_count rename constraint channel_view_count_once to hourly_view_count_once;
create table channel_view_count (
  playlist_key bigint references playlist (key) on delete cascade,
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  quarter integer not null,
  viewers text collate "C" not null check (viewers in ('guests', 'users', 'owners')),
  former_quarter integer check (former_quarter <= quarter),
  views integer not null check (views > 0),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1),
  constraint channel_view_count_once unique nulls not distinct (playlist_key, tv_channel_id, quarter, viewers, former_quarter) include (views)
);
insert into channel_view_count (playlist_key, tv_channel_id, quarter, viewers, former_quarter, views)
  select playlist_key, tv_channel_id, quarter_hour(hour), 'guests', case when hours_since < 24 then quarter_hour(hour) - 4 * hours_since end, views
  from hourly_view_count;
drop table hourly_view_count;
create index channel_view_count_tv_channel_id on channel_view_count (tv_channel_id, quarter) where tv_channel_id is not null;
comment on table channel_view_count is 'Views of channels and TV channels: a viewer watched it or something in it, and had not in the 30 minutes before.';
comment on column channel_view_count.quarter is 'Quarter hours since 1970.';
comment on column channel_view_count.viewers is 'guests: also users without watch history; owners: its owner, or members of the team that owned it then.';
comment on column channel_view_count.former_quarter is 'Of the same viewer''s previous view of it. Null: the first, for guests the first of the UTC day. A view is its viewer''s first since a time if this is before it or null: so unique views can be counted for any day, week or range.';

alter table item_view_count rename to hourly_item_view_count;
alter table hourly_item_view_count rename constraint item_view_count_once to hourly_item_view_count_once;
create table item_view_count (
  playlist_key bigint references playlist (key) on delete cascade,
  tv_channel_id text collate "C" references tv_channel on delete cascade,
  quarter integer not null,
  item_id text collate "C" not null,
  series_id text collate "C",
  title text,
  is_own boolean not null,
  views integer not null check (views > 0),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1),
  check ((playlist_key is null) = (series_id is null) and (tv_channel_id is null) = (title is null)),
  constraint item_view_count_once unique nulls not distinct (playlist_key, tv_channel_id, quarter, series_id, item_id, is_own)
);
insert into item_view_count (playlist_key, tv_channel_id, quarter, item_id, series_id, title, is_own, views)
  select playlist_key, tv_channel_id, quarter_hour(hour), item_id, series_id, title, false, views from hourly_item_view_count;
drop table hourly_item_view_count;
create index item_view_count_tv_channel_id on item_view_count (tv_channel_id, quarter) where tv_channel_id is not null;
comment on table item_view_count is 'Views of videos, and so of series, in the channel they were in, and of programmes on a TV channel. Stays when the item is deleted or moved.';
comment on column item_view_count.item_id is 'The video or programme.';
comment on column item_view_count.title is 'Of a programme: the guide''s first title.';

alter table click_count add quarter integer;
update click_count set quarter = quarter_hour(hour);
alter table click_count alter quarter set not null, drop constraint click_count_pkey, drop column hour,
  add constraint click_count_pkey primary key (playlist_key, quarter, video_id, clickable_type);
alter table share_count add quarter integer;
update share_count set quarter = quarter_hour(hour);
alter table share_count alter quarter set not null, drop constraint share_count_pkey, drop column hour,
  add constraint share_count_pkey primary key (playlist_key, quarter, shareable_type, item_id, network);
alter table tv_share_count add quarter integer;
update tv_share_count set quarter = quarter_hour(hour);
alter table tv_share_count alter quarter set not null, drop constraint tv_share_count_pkey, drop column hour,
  add constraint tv_share_count_pkey primary key (tv_channel_id, quarter, network);

alter table view_to_count add is_own boolean not null default false, add source text collate "C" not null default 'direct';
create index channel_viewer_of on channel_viewer (viewer, channel_type, channel_id) where length(viewer) = 11;
comment on table channel_viewer is 'Each viewer''s latest view of a channel or TV channel, to distinguish views and unique views: users'' ones are kept for two years, guests'' ones for a day.';
comment on column view_to_count.is_own is 'By its owner or a member of its team.';

create table view_source_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  quarter integer not null,
  source text collate "C" not null check (length(source) between 1 and 120),
  views integer not null check (views > 0),
  primary key (playlist_key, quarter, source)
);
comment on table view_source_count is 'How viewers of a channel came to it, owners left out.';
comment on column view_source_count.source is 'direct, feed, share:{network} or embed:{host}.';
comment on column view_to_count.source is 'As in view_source_count.';

create table channel_view_total (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  unique_views bigint not null default 0,
  own_views bigint not null default 0
);
comment on table channel_view_total is 'Sums of channel_view_count of all time. playlist.views includes owners.';
comment on column channel_view_total.unique_views is 'Users who ever watched it, and guests of each day.';
insert into channel_view_total (playlist_key, unique_views)
  select playlist_key, sum(views) from channel_view_count where playlist_key is not null and former_quarter is null group by 1;
