-- What a follow costs no longer grows with the followers of what is followed, nor with all that is followed: plans that are kept for all calls
-- read all of either to find one row. `offset 0` keeps each look a look of its own, at one person's follows; and a plan that was made while
-- tables were empty reads no table whole.

create or replace function add_follows(people text[], thing_key bigint, person_id text, tv_id text, most integer, out followers integer, out following text[])
-- With plans of its own for each list of people, however short, it would take twice as long.
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
          where earlier.user_id = changed.user_id and earlier.playlist_key = changed.playlist_key offset 0)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.followed_user_id = changed.followed_user_id offset 0)
        or exists (select from follow_event earlier
          where earlier.user_id = changed.user_id and earlier.tv_channel_id = changed.tv_channel_id offset 0)
        then 'follow' else 'first_follow' end,
      created_at
    from changed order by position
    returning id, kind, tv_channel_id)
  -- A TV channel is nobody's who is told.
  insert into follow_to_tell select id from noted where kind = 'first_follow' and tv_channel_id is null;
  return null;
end $$;
