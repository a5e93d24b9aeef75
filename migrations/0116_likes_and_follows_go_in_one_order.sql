-- What goes with its likes and follows, and likes and follows that are taken back at that moment, lock in one order: first who and what they
-- are of, then the rows, then what is counted. Otherwise two of them wait for each other, until one is ended with an error.

create function remove_likes(people text[], of_video text, of_playlist bigint) returns void language plpgsql as $$
begin
  if of_video is not null then
    perform from video where id = of_video for no key update;
    delete from liking where user_id = any(people) and video_id = of_video;
  else
    perform from playlist where key = of_playlist for key share;
    delete from liking where user_id = any(people) and playlist_key = of_playlist;
  end if;
end $$;
comment on function remove_likes is 'People no longer like a video or a channel.';

create function remove_follows(people text[], thing_key bigint, person_id text, tv_id text) returns void language plpgsql as $$
begin
  if thing_key is not null then
    perform from playlist where key = thing_key for key share;
    delete from follow where user_id = any(people) and playlist_key = thing_key;
  elsif person_id is not null then
    perform from account where id = person_id for key share;
    delete from follow where user_id = any(people) and followed_user_id = person_id;
  else
    perform from tv_channel where id = tv_id for key share;
    delete from follow where user_id = any(people) and tv_channel_id = tv_id;
  end if;
end $$;
comment on function remove_follows is 'People no longer follow a channel, a person or a TV channel.';

create or replace function lock_counts() returns trigger language plpgsql as $$
begin
  perform from account where id = old.id for update;
  perform from playlist where key in (
      select playlist_key from follow where user_id = old.id union select playlist_key from liking where user_id = old.id)
    order by key for key share;
  perform from video where id in (select video_id from liking where user_id = old.id) order by id for no key update;
  perform from playlist_count where playlist_key in (
      select playlist_key from follow where user_id = old.id union select playlist_key from liking where user_id = old.id)
    order by playlist_key for no key update;
  perform from person_count where user_id in (select followed_user_id from follow where user_id = old.id) order by user_id for no key update;
  perform from tv_channel_count where tv_channel_id in (select tv_channel_id from follow where user_id = old.id)
    order by tv_channel_id for no key update;
  return old;
end $$;

create function lock_videos() returns trigger language plpgsql as $$
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
comment on function lock_videos is 'Videos that go together are locked in the order in which an account that goes locks those it likes.';
create trigger videos_are_locked before delete on series for each row execute function lock_videos();
create trigger videos_are_locked before delete on playlist for each row execute function lock_videos();
