-- TV channels are followed as channels and people are.

alter table follow
  add column tv_channel_id text collate "C" references tv_channel on delete cascade,
  drop constraint follow_check,
  add check (num_nonnulls(playlist_key, followed_user_id, tv_channel_id) = 1),
  add unique (user_id, tv_channel_id);
create index follow_tv_channel_id on follow (tv_channel_id) where tv_channel_id is not null;
comment on table follow is 'A channel, a person or a TV channel that somebody follows.';

alter table follow_event
  add column tv_channel_id text collate "C" references tv_channel on delete cascade,
  drop constraint follow_event_check,
  add check (num_nonnulls(playlist_key, followed_user_id, tv_channel_id) = 1);
create index follow_event_tv_channel_id on follow_event (tv_channel_id, happened_at) where tv_channel_id is not null;

create or replace function note_follow() returns trigger language plpgsql as $$
begin
  -- Whatever is followed or follows may be gone already: its follows go with it.
  insert into follow_event (playlist_key, followed_user_id, tv_channel_id, user_id, kind, happened_at)
  select changed.playlist_key, changed.followed_user_id, changed.tv_channel_id, follower.id,
    case when tg_op = 'DELETE' then 'unfollow'
      when exists (select from follow_event earlier where earlier.user_id = changed.user_id
        and (earlier.playlist_key = changed.playlist_key or earlier.followed_user_id = changed.followed_user_id
          or earlier.tv_channel_id = changed.tv_channel_id)) then 'follow'
      else 'first_follow' end,
    case tg_op when 'INSERT' then changed.created_at else now() end
  from changed
    left join account follower on follower.id = changed.user_id
    left join playlist on playlist.key = changed.playlist_key
    left join account followed on followed.id = changed.followed_user_id
    left join tv_channel on tv_channel.id = changed.tv_channel_id
  where playlist.key is not null or followed.id is not null or tv_channel.id is not null
  order by changed.position;
  return null;
end $$;

create table tv_channel_count (
  tv_channel_id text collate "C" primary key references tv_channel on delete cascade,
  followers integer not null default 0 check (followers >= 0)
);
comment on table tv_channel_count is 'What is counted of a TV channel; no row: nothing so far.';
comment on column tv_channel_count.followers is 'How many follow it: rows of follow, counted by its triggers.';

create or replace function count_followers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into playlist_count as counted (playlist_key, followers)
      select playlist_key, count(*) from changed where playlist_key is not null group by playlist_key order by playlist_key
      on conflict (playlist_key) do update set followers = counted.followers + excluded.followers;
    insert into person_count as counted (user_id, followers)
      select followed_user_id, count(*) from changed where followed_user_id is not null group by followed_user_id order by followed_user_id
      on conflict (user_id) do update set followers = counted.followers + excluded.followers;
    insert into tv_channel_count as counted (tv_channel_id, followers)
      select tv_channel_id, count(*) from changed where tv_channel_id is not null group by tv_channel_id order by tv_channel_id
      on conflict (tv_channel_id) do update set followers = counted.followers + excluded.followers;
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

create or replace function lock_counts() returns trigger language plpgsql as $$
begin
  perform from playlist_count where playlist_key in (
      select playlist_key from follow where user_id = old.id union select playlist_key from liking where user_id = old.id)
    order by playlist_key for no key update;
  perform from person_count where user_id in (select followed_user_id from follow where user_id = old.id) order by user_id for no key update;
  perform from tv_channel_count where tv_channel_id in (select tv_channel_id from follow where user_id = old.id)
    order by tv_channel_id for no key update;
  return old;
end $$;

drop function add_follows(text[], bigint, text, integer);
create function add_follows(people text[], thing_key bigint, person_id text, tv_id text, most integer) returns void language plpgsql as $$
begin
  perform from account where id = any(people) order by id for no key update;
  insert into follow (user_id, playlist_key, followed_user_id, tv_channel_id, position)
    select id, thing_key, person_id, tv_id, coalesce((select min(position) from follow where user_id = account.id), 0) - 1048576
    from account
    where id = any(people)
      and not exists (select from follow
        where user_id = account.id and (playlist_key = thing_key or followed_user_id = person_id or tv_channel_id = tv_id))
      and (select count(*) from follow where user_id = account.id) < most
    order by id;
end $$;
comment on function add_follows is 'Has people follow a channel, a person or a TV channel, which then stands first with each; twice is once, and nobody follows more than `most`. Accounts that are gone are left out.';
