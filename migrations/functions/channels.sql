-- Triggers of channels, series and videos.

-- Remembers that an id was public: such a channel gets another id before it becomes a private link.
create or replace function note_public_id() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.id_was_public := new.id = old.id and old.id_was_public;
  end if;
  new.id_was_public := new.id_was_public or new.status_id = 3;
  return new;
end $$;
create or replace trigger playlist_id_is_noted before insert or update on playlist for each row execute function note_public_id();

-- Hides a new channel if its owner is hidden. Locks the account: a channel created while its owner is being removed is removed, too.
create or replace function note_removed_owner() returns trigger language plpgsql as $$
begin
  new.removed_with_owner_at := (
    select coalesce(removed_at, case when deletion_due_at is not null then now() end)
    from account where id = coalesce(new.team_id, new.user_id) for share);
  return new;
end $$;
create or replace trigger playlist_owner_is_noted before insert or update of user_id, team_id on playlist
  for each row execute function note_removed_owner();

-- Locks videos that are deleted together by id, as lock_counts() does for a deleted account.
create or replace function lock_videos() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'series' then
    perform from series where id = old.id for update;
    perform from video where series_id = old.id order by id for update;
  else
    perform from playlist where id = old.id for update;
    perform from video where series_id in (select id from series where playlist_id = old.id) order by id for update;
  end if;
  return old;
end $$;
create or replace trigger videos_are_locked before delete on series for each row execute function lock_videos();
create or replace trigger videos_are_locked before delete on playlist for each row execute function lock_videos();

-- A series has one opener: the chosen video, else its first. When the chosen one leaves, its neighbour replaces it.
create or replace function pass_home_on() returns trigger language plpgsql as $$
begin
  update series set home_video_id = (
    select id from video where series_id = old.series_id and id <> old.id order by position < old.position, position limit 1
  ) where id = old.series_id and home_video_id = old.id;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger video_leaves before delete on video for each row execute function pass_home_on();
create or replace trigger video_moves_away before update of series_id on video for each row
  when (old.series_id <> new.series_id) execute function pass_home_on();

-- Copies the state of an address to each video that gets the address: by being added, copied or changed.
create or replace function take_link_state() returns trigger language plpgsql as $$
begin
  select state, problem, failed_at into new.link_state, new.link_problem, new.link_failed_at from link_check where address = new.src;
  if not found then
    new.link_state := 'well';
    new.link_problem := null;
    new.link_failed_at := null;
  end if;
  return new;
end $$;
create or replace trigger video_takes_link_state before insert on video for each row execute function take_link_state();
create or replace trigger video_takes_other_link_state before update of src on video for each row
  when (old.src is distinct from new.src) execute function take_link_state();

create or replace function add_popularity() returns trigger language plpgsql as $$
begin
  insert into playlist_popularity (playlist_key) select key from added;
  return null;
end $$;
create or replace trigger popularity_is_added after insert on playlist referencing new table as added
  for each statement execute function add_popularity();

-- Keeps newest_playlist. Its first rows were computed the same way.
create or replace function keep_newest_playlists() returns trigger language plpgsql as $$
declare
  places newest_place[];
  affected bigint[];
begin
  -- No join: PostgreSQL would reuse a plan made for one row for thousands.
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

  -- One transaction at a time per owner: the following statements see all earlier commits. Buckets limit the number of locks.
  perform pg_advisory_xact_lock(hashtext('newest_playlist'), bucket)
  from (select distinct hashtext(owner_id) & 1023 as bucket from unnest(places) order by bucket) as owners;

  -- Only the six channels after a changed one depend on it: later ones have six others before them.
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
create or replace trigger playlist_inserted_newest after insert on playlist referencing new table as changed
  for each statement execute function keep_newest_playlists();
create or replace trigger playlist_deleted_newest after delete on playlist referencing old table as changed
  for each statement execute function keep_newest_playlists();
create or replace trigger playlist_updated_newest after update on playlist referencing old table as old_rows new table as new_rows
  for each statement execute function keep_newest_playlists();
