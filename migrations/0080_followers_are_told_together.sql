-- A follow and a like write what they must, in one statement each. Whose channel it is is told by a job, of many followers at once.

create table follow_to_tell (
  event_id bigint primary key
);
comment on table follow_to_tell is 'First follows (follow_event) of which nobody was told yet: written with them, taken away by who tells. Nothing is bound to the other, so that what is deleted waits for nobody.';

create or replace function note_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Whatever was followed or has followed may be gone already: its follows go with it.
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
  -- Each is looked for by the index of what it is alone: whoever follows and unfollows a lot has many events.
  with noted as (
    insert into follow_event (playlist_key, followed_user_id, tv_channel_id, user_id, kind, happened_at)
    select playlist_key, followed_user_id, tv_channel_id, user_id,
      case when exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.playlist_key = changed.playlist_key)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.followed_user_id = changed.followed_user_id)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.tv_channel_id = changed.tv_channel_id)
        then 'follow' else 'first_follow' end,
      created_at
    from changed order by position
    returning id, kind, tv_channel_id)
  -- A TV channel is nobody's who is told.
  insert into follow_to_tell select id from noted where kind = 'first_follow' and tv_channel_id is null;
  return null;
end $$;

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

drop function add_follows(text[], bigint, text, text, integer);
create function add_follows(people text[], thing_key bigint, person_id text, tv_id text, most integer, out followers integer, out following text[])
-- With plans of its own for each list of people, however short, it would take twice as long.
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from account where id = any(people) order by id for no key update;
  insert into follow (user_id, playlist_key, followed_user_id, tv_channel_id, position)
    select id, thing_key, person_id, tv_id, coalesce((select min(position) from follow where user_id = account.id), 0) - 1048576
    from account
    where id = any(people)
      and not exists (select from follow where user_id = account.id and playlist_key = thing_key)
      and not exists (select from follow where user_id = account.id and followed_user_id = person_id)
      and not exists (select from follow where user_id = account.id and tv_channel_id = tv_id)
      and not exists (select from follow where user_id = account.id offset most - 1)
    order by id;
  following := array(
    select follower from unnest(people) as follower
    where exists (select from follow where user_id = follower and playlist_key = thing_key)
      or exists (select from follow where user_id = follower and followed_user_id = person_id)
      or exists (select from follow where user_id = follower and tv_channel_id = tv_id));
  followers := coalesce(
    (select counted.followers from playlist_count counted where playlist_key = thing_key),
    (select counted.followers from person_count counted where user_id = person_id),
    (select counted.followers from tv_channel_count counted where tv_channel_id = tv_id), 0);
end $$;
comment on function add_follows is 'Has people follow a channel, a person or a TV channel, which then stands first with each; twice is once, and nobody follows more than `most`. Accounts that are gone are left out. Answers how many follow it then, and who of these people does.';

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
    -- One is locked by what changes it.
    if (select count(distinct video_id) > 1 from changed) then
      perform from video where id in (select video_id from changed) order by id for no key update;
    end if;
    update video set likes = likes + step * counted.number
      from (select video_id, count(*)::integer as number from changed where video_id is not null group by video_id) counted
      where video.id = counted.video_id;
  end if;
  return null;
end $$;

-- A function, so that what is answered is counted after the likes are.
create function add_likes(people text[], of_video text, of_playlist bigint) returns integer language plpgsql as $$
begin
  insert into liking (user_id, video_id, playlist_key)
    select id, of_video, of_playlist from (select id from account where id = any(people) order by id for key share) as liker
    on conflict do nothing;
  return coalesce(
    (select likes from video where id = of_video), (select likes from playlist_count where playlist_key = of_playlist), 0);
end $$;
comment on function add_likes is 'Has people like a video or a channel; twice is once. Accounts that are gone are left out. Answers how many like it then.';
