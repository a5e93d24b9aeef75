-- How many like a channel is counted as it is for videos, and what somebody likes is read in the order in which it is shown.

-- Beside the channel and not in its row: to change that, PostgreSQL locks it against all who refer to it (a trigger looks at each change,
-- and generated columns are part of unique constraints), so two who like a channel at once would wait for each other for ever.
create table playlist_count (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  likes integer not null default 0 check (likes >= 0)
);
insert into playlist_count (playlist_key, likes)
  select playlist_key, count(*) from liking where playlist_key is not null group by playlist_key;
comment on table playlist_count is 'What is counted of a channel; no row: nothing so far.';
comment on column playlist_count.likes is 'How many like it: rows of liking, counted by its triggers.';
comment on column video.likes is 'How many like it: rows of liking, counted by its triggers.';

-- Once a statement: an account takes its likes with it in one. Rows are locked in one order, so that two which go at once never wait
-- for each other for ever.
drop trigger liking_added on liking;
drop trigger liking_removed on liking;
create or replace function count_likes() returns trigger language plpgsql as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'INSERT' then
    insert into playlist_count as counted (playlist_key, likes)
      select playlist_key, count(*) from changed where playlist_key is not null group by playlist_key order by playlist_key
      on conflict (playlist_key) do update set likes = counted.likes + excluded.likes;
  elsif exists (select from changed where playlist_key is not null) then
    perform from playlist_count where playlist_key in (select playlist_key from changed) order by playlist_key for no key update;
    update playlist_count set likes = likes - removed.number
      from (select playlist_key, count(*)::integer as number from changed group by playlist_key) removed
      where playlist_count.playlist_key = removed.playlist_key;
  end if;
  if exists (select from changed where video_id is not null) then
    perform from video where id in (select video_id from changed) order by id for no key update;
    update video set likes = likes + step * counted.number
      from (select video_id, count(*)::integer as number from changed group by video_id) counted
      where video.id = counted.video_id;
  end if;
  return null;
end $$;
create trigger liking_added after insert on liking referencing new table as changed for each statement execute function count_likes();
create trigger liking_removed after delete on liking referencing old table as changed for each statement execute function count_likes();

create index liking_favorites on liking (user_id, created_at desc, video_id) where video_id is not null;
