-- Lists have a defined order among entries that are equal in what they are sorted by.

-- Channels: as they were made. Their keys increase, their ids are random.
drop index playlist_listing, playlist_owner_listing, playlist_added, playlist_published, playlist_popularity_rank;
create index playlist_listing on playlist (listing_rank, key) where listing_rank is not null;
create index playlist_owner_listing on playlist (owner_id, listing_rank, key) where listing_rank is not null;
comment on index playlist_owner_listing is 'Pages of the public channels on somebody''s profile.';
create index playlist_added on playlist (((extract(epoch from created_at at time zone 'utc') * 1000000)::bigint), key)
  where listing_rank is not null;
create index playlist_published on playlist (((extract(epoch from public_since at time zone 'utc') * 1000000)::bigint), key)
  where listing_rank is not null;
create index playlist_popularity_rank on playlist_popularity (((score * 1000000)::bigint), playlist_key);
create or replace function add_popularity() returns trigger language plpgsql as $$
begin
  insert into playlist_popularity (playlist_key) select key from added;
  return null;
end $$;
alter table playlist_popularity drop column playlist_id;

-- New videos of what somebody follows: those of one call in the order of their series.
drop index video_arrivals;
create index video_arrivals on video (series_id, created_at desc, position);

-- Views: as they were made. Earlier views have none: to number them would rewrite the table.
create sequence view_order;
alter table view_action add column seq bigint;
alter table view_action alter column seq set default nextval('view_order');
alter sequence view_order owned by view_action.seq;
comment on column view_action.seq is 'The order of views of the same millisecond. Null: made before this column.';

-- Positions and reports: to the microsecond.
alter table watch_position alter column reported_at type timestamptz;
alter table programme_position alter column reported_at type timestamptz;
alter table report alter column reported_at set default now();
