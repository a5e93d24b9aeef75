-- Follows. Locks are taken in the order that likes.sql describes.

-- Makes the users follow a channel, user or TV channel (idempotent), which becomes the first of their follows. Skips users who follow `most`
-- already, and deleted accounts. Returns the number of followers, and which of the users follow it.
create or replace function add_follows(people text[], thing_key bigint, person_id text, tv_id text, most integer, out followers integer, out following text[])
-- One generic plan: planning each list of users took as long as the rest. `offset 0` keeps each look-up a look-up of one user's follows, and
-- without sequential scans a plan made while tables were empty stays fast: the cost must not grow with the followers of a thing.
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform from account where id = any(people) order by id for no key update;
  insert into follow (user_id, playlist_key, followed_user_id, tv_channel_id, position)
    select id, thing_key, person_id, tv_id, coalesce((select min(position) from follow where user_id = account.id), 0) - 1048576
    from account
    where id = any(people)
      and not exists (select from follow where user_id = account.id and playlist_key = thing_key offset 0)
      and not exists (select from follow where user_id = account.id and followed_user_id = person_id offset 0)
      and not exists (select from follow where user_id = account.id and tv_channel_id = tv_id offset 0)
      and not exists (select from follow where user_id = account.id offset most - 1)
    order by id;
  following := array(
    select follower from unnest(people) as follower
    where exists (select from follow where user_id = follower and playlist_key = thing_key offset 0)
      or exists (select from follow where user_id = follower and followed_user_id = person_id offset 0)
      or exists (select from follow where user_id = follower and tv_channel_id = tv_id offset 0));
  followers := coalesce(
    (select counted.followers from playlist_count counted where playlist_key = thing_key),
    (select counted.followers from person_count counted where user_id = person_id),
    (select counted.followers from tv_channel_count counted where tv_channel_id = tv_id), 0);
end $$;

-- Removes follows of a channel, user or TV channel.
create or replace function remove_follows(people text[], thing_key bigint, person_id text, tv_id text) returns void language plpgsql as $$
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

-- Writes follow_event for statistics, and follow_to_tell for notifications.
create or replace function note_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The follower or the followed thing may be deleted: their follows are deleted with them.
    insert into follow_event (playlist_key, followed_user_id, tv_channel_id, user_id, kind)
    select changed.playlist_key, changed.followed_user_id, changed.tv_channel_id, follower.id, 'unfollow'
    from changed
      left join account follower on follower.id = changed.user_id
      left join playlist on playlist.key = changed.playlist_key
      left join account followed on followed.id = changed.followed_user_id
      left join tv_channel on tv_channel.id = changed.tv_channel_id
    where playlist.key is not null or followed.id is not null or tv_channel.id is not null
    order by changed.position;
    return null;
  end if;
  -- One look-up for each kind, by its own index: a user who follows and unfollows often has many events.
  with noted as (
    insert into follow_event (playlist_key, followed_user_id, tv_channel_id, user_id, kind, happened_at)
    select playlist_key, followed_user_id, tv_channel_id, user_id,
      case when exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.playlist_key = changed.playlist_key offset 0)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.followed_user_id = changed.followed_user_id offset 0)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.tv_channel_id = changed.tv_channel_id offset 0)
        then 'follow' else 'first_follow' end,
      created_at
    from changed order by position
    returning id, kind, tv_channel_id)
  -- TV channels have no owner to notify.
  insert into follow_to_tell select id from noted where kind = 'first_follow' and tv_channel_id is null;
  return null;
end $$;
create or replace trigger follow_is_noted after insert on follow referencing new table as changed for each statement execute function note_follow();
create or replace trigger unfollow_is_noted after delete on follow referencing old table as changed for each statement execute function note_follow();

-- Counts once per statement and locks rows in one order, as count_likes() does.
create or replace function count_followers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from changed where playlist_key is not null) then
      insert into playlist_count as counted (playlist_key, followers)
        select playlist_key, count(*) from changed where playlist_key is not null group by playlist_key order by playlist_key
        on conflict (playlist_key) do update set followers = counted.followers + excluded.followers;
    end if;
    if exists (select from changed where followed_user_id is not null) then
      insert into person_count as counted (user_id, followers)
        select followed_user_id, count(*) from changed where followed_user_id is not null group by followed_user_id order by followed_user_id
        on conflict (user_id) do update set followers = counted.followers + excluded.followers;
    end if;
    if exists (select from changed where tv_channel_id is not null) then
      insert into tv_channel_count as counted (tv_channel_id, followers)
        select tv_channel_id, count(*) from changed where tv_channel_id is not null group by tv_channel_id order by tv_channel_id
        on conflict (tv_channel_id) do update set followers = counted.followers + excluded.followers;
    end if;
  else
    perform from playlist_count where playlist_key in (select playlist_key from changed) order by playlist_key for no key update;
    update playlist_count set followers = followers - removed.number
      from (select playlist_key, count(*)::integer as number from changed group by playlist_key) removed
      where playlist_count.playlist_key = removed.playlist_key;
    perform from person_count where user_id in (select followed_user_id from changed) order by user_id for no key update;
    update person_count set followers = followers - removed.number
      from (select followed_user_id, count(*)::integer as number from changed group by followed_user_id) removed
      where person_count.user_id = removed.followed_user_id;
    perform from tv_channel_count where tv_channel_id in (select tv_channel_id from changed) order by tv_channel_id for no key update;
    update tv_channel_count set followers = followers - removed.number
      from (select tv_channel_id, count(*)::integer as number from changed group by tv_channel_id) removed
      where tv_channel_count.tv_channel_id = removed.tv_channel_id;
  end if;
  return null;
end $$;
create or replace trigger follow_added after insert on follow referencing new table as changed for each statement execute function count_followers();
create or replace trigger follow_removed after delete on follow referencing old table as changed for each statement execute function count_followers();
