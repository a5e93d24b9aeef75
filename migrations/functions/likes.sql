-- Likes. Deletions of accounts, channels and videos can run concurrently: all lock the liked things first, then the likes, then the counters,
-- each by id. Without this order they deadlock.

-- Makes the users like a video or channel (idempotent). Skips deleted accounts. Returns the number of likes: in a function, so that it is
-- read after the trigger has counted.
create or replace function add_likes(people text[], of_video text, of_playlist bigint) returns integer language plpgsql as $$
begin
  insert into liking (user_id, video_id, playlist_key)
    select id, of_video, of_playlist from (select id from account where id = any(people) order by id for key share) as liker
    on conflict do nothing;
  return coalesce(
    (select likes from video where id = of_video), (select likes from playlist_count where playlist_key = of_playlist), 0);
end $$;

-- Removes likes of a video or channel.
create or replace function remove_likes(people text[], of_video text, of_playlist bigint) returns void language plpgsql as $$
begin
  if of_video is not null then
    perform from video where id = of_video for no key update;
    delete from liking where user_id = any(people) and video_id = of_video;
  else
    perform from playlist where key = of_playlist for key share;
    delete from liking where user_id = any(people) and playlist_key = of_playlist;
  end if;
end $$;

-- Counts once per statement, because deleting an account deletes all its likes in one.
create or replace function count_likes() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if exists (select from changed where playlist_key is not null) then
    if tg_op = 'INSERT' then
      insert into playlist_count as counted (playlist_key, likes)
        select playlist_key, count(*) from changed where playlist_key is not null group by playlist_key order by playlist_key
        on conflict (playlist_key) do update set likes = counted.likes + excluded.likes;
    else
      perform from playlist_count where playlist_key in (select playlist_key from changed) order by playlist_key for no key update;
      update playlist_count set likes = likes - removed.number
        from (select playlist_key, count(*)::integer as number from changed group by playlist_key) removed
        where playlist_count.playlist_key = removed.playlist_key;
    end if;
  end if;
  if exists (select from changed where video_id is not null) then
    -- A single row is locked by its update.
    if (select count(distinct video_id) > 1 from changed) then
      perform from video where id in (select video_id from changed) order by id for no key update;
    end if;
    update video set likes = likes + step * counted.number
      from (select video_id, count(*)::integer as number from changed where video_id is not null group by video_id) counted
      where video.id = counted.video_id;
  end if;
  return null;
end $$;
create or replace trigger liking_added after insert on liking referencing new table as changed for each statement execute function count_likes();
create or replace trigger liking_removed after delete on liking referencing old table as changed for each statement execute function count_likes();
