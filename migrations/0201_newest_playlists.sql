-- The lists of the newest channels show six of one owner a day. They are kept in a table, so that a page reads only what is on it.

create table newest_playlist (
  playlist_key bigint primary key,
  listing_rank bigint not null,
  added bigint not null,
  published bigint not null
);
create index newest_playlist_listed on newest_playlist (listing_rank, playlist_key);
create index newest_playlist_added on newest_playlist (added, playlist_key);
create index newest_playlist_published on newest_playlist (published, playlist_key);
comment on table newest_playlist is 'Public channels that the lists of the newest show: the operator''s choice, and those with fewer than six newer ones of their '
  'owner within a day, adult and removed ones counted apart. Kept by triggers. No foreign key: its locks would be taken before that of the owner.';
comment on column newest_playlist.added is 'Microseconds since 1970.';
comment on column newest_playlist.published is 'Microseconds since 1970.';

create index playlist_owner_newest on playlist (owner_id, adult, (removed_at is not null), listing_rank, key) where listing_rank is not null;

-- What decides whether a channel, and those of its owner that are older, are among the newest.
create type newest_place as (
  key bigint, owner_id text collate "C", adult boolean, is_removed boolean, listing_rank bigint,
  created_at timestamptz, public_since timestamptz
);

create function keep_newest_playlists() returns trigger language plpgsql as $$
declare
  places newest_place[];
  affected bigint[];
begin
  -- Not joined: a plan that was made for one row would be kept for thousands.
  if tg_op = 'UPDATE' then
    with before as (
      select key, owner_id, adult, removed_at is not null, listing_rank, created_at, public_since from old_rows where listing_rank is not null),
    after as (
      select key, owner_id, adult, removed_at is not null, listing_rank, created_at, public_since from new_rows where listing_rank is not null),
    moved as ((table before except table after) union all (table after except table before))
    select array_agg(row(moved.*)::newest_place) into places from moved;
  else
    select array_agg(row(key, owner_id, adult, removed_at is not null, listing_rank, created_at, public_since)::newest_place) into places
    from changed where listing_rank is not null;
  end if;
  if places is null then
    return null;
  end if;

  -- One after the other for each owner: what follows sees what others have committed. Buckets bound the number of locks.
  perform pg_advisory_xact_lock(hashtext('newest_playlist'), bucket)
  from (select distinct hashtext(owner_id) & 1023 as bucket from unnest(places) order by bucket) as owners;

  -- Only the six behind a channel depend on it: those further behind have six others between.
  affected := array(
    select key from unnest(places)
    union
    select behind.key from unnest(places) as place cross join lateral (
      select playlist.key from playlist
      where playlist.owner_id = place.owner_id and playlist.adult = place.adult and (playlist.removed_at is not null) = place.is_removed
        and playlist.listing_rank is not null and (playlist.listing_rank, playlist.key) > (place.listing_rank, place.key)
      order by playlist.listing_rank, playlist.key limit 6) as behind);
  delete from newest_playlist where playlist_key = any(affected);
  insert into newest_playlist (playlist_key, listing_rank, added, published)
  select key, listing_rank, (extract(epoch from created_at at time zone 'utc') * 1000000)::bigint,
    (extract(epoch from public_since at time zone 'utc') * 1000000)::bigint
  from playlist
  where key = any(affected) and listing_rank is not null and (default_rank is not null or not exists (
    select from playlist as ahead
    where ahead.owner_id = playlist.owner_id and ahead.adult = playlist.adult
      and (ahead.removed_at is not null) = (playlist.removed_at is not null)
      and ahead.listing_rank is not null and (ahead.listing_rank, ahead.key) < (playlist.listing_rank, playlist.key)
      and ahead.listing_rank > playlist.listing_rank - 86400000000
    offset 5));
  return null;
end $$;

insert into newest_playlist (playlist_key, listing_rank, added, published)
select key, listing_rank, (extract(epoch from created_at at time zone 'utc') * 1000000)::bigint,
  (extract(epoch from public_since at time zone 'utc') * 1000000)::bigint
from (
  select *, lag(listing_rank, 6) over (partition by owner_id, adult, removed_at is not null order by listing_rank, key) as sixth_ahead
  from playlist where listing_rank is not null) as placed
where default_rank is not null or sixth_ahead is null or sixth_ahead <= listing_rank - 86400000000;
analyze newest_playlist;

create trigger playlist_inserted_newest after insert on playlist referencing new table as changed
  for each statement execute function keep_newest_playlists();
create trigger playlist_deleted_newest after delete on playlist referencing old table as changed
  for each statement execute function keep_newest_playlists();
create trigger playlist_updated_newest after update on playlist referencing old table as old_rows new table as new_rows
  for each statement execute function keep_newest_playlists();
