-- Follows are moved among each other, counted, and know when their follower looked last.

alter table follow
  add column id text collate "C" primary key default replace(gen_random_uuid()::text, '-', ''),
  add column seen_at timestamptz not null default now();
comment on column follow.id is 'Names the row where follows are moved; never leaves the server.';
comment on column follow.seen_at is 'When its follower looked last at what is followed: what came in since is new to them.';
-- Who followed a channel last is read in this order.
drop index follow_playlist_key;
create index follow_playlist_key on follow (playlist_key, created_at desc) where playlist_key is not null;
create index follow_recent on follow (user_id, created_at desc);

-- What came into a series last, for what is new of many channels.
create index video_arrivals on video (series_id, created_at desc, id desc);

-- What of a person stands in lists, the latest first.
create index playlist_public_of_owner on playlist (owner_id, public_since desc) where status_id = 3;

alter table playlist_count add column followers integer not null default 0 check (followers >= 0);
insert into playlist_count (playlist_key, followers)
  select playlist_key, count(*) from follow where playlist_key is not null group by playlist_key
  on conflict (playlist_key) do update set followers = excluded.followers;
comment on column playlist_count.followers is 'How many follow it: rows of follow, counted by its triggers.';

create table person_count (
  user_id text collate "C" primary key references account (id) on delete cascade,
  followers integer not null default 0 check (followers >= 0)
);
insert into person_count (user_id, followers)
  select followed_user_id, count(*) from follow where followed_user_id is not null group by followed_user_id;
comment on table person_count is 'What is counted of a person; no row: nothing so far.';
comment on column person_count.followers is 'How many follow them: rows of follow, counted by its triggers.';

-- Once a statement, rows locked in one order, as likes are counted.
create function count_followers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into playlist_count as counted (playlist_key, followers)
      select playlist_key, count(*) from changed where playlist_key is not null group by playlist_key order by playlist_key
      on conflict (playlist_key) do update set followers = counted.followers + excluded.followers;
    insert into person_count as counted (user_id, followers)
      select followed_user_id, count(*) from changed where followed_user_id is not null group by followed_user_id order by followed_user_id
      on conflict (user_id) do update set followers = counted.followers + excluded.followers;
  else
    perform from playlist_count where playlist_key in (select playlist_key from changed) order by playlist_key for no key update;
    update playlist_count set followers = followers - removed.number
      from (select playlist_key, count(*)::integer as number from changed group by playlist_key) removed
      where playlist_count.playlist_key = removed.playlist_key;
    perform from person_count where user_id in (select followed_user_id from changed) order by user_id for no key update;
    update person_count set followers = followers - removed.number
      from (select followed_user_id, count(*)::integer as number from changed group by followed_user_id) removed
      where person_count.user_id = removed.followed_user_id;
  end if;
  return null;
end $$;
create trigger follow_added after insert on follow referencing new table as changed for each statement execute function count_followers();
create trigger follow_removed after delete on follow referencing old table as changed for each statement execute function count_followers();

-- An account that goes takes its likes and its follows along, each by a statement of its own that locks what it counts in. All of it is
-- locked before, in one order: two accounts that go at once would otherwise wait for each other, one at what it likes, one at what it follows.
create function lock_counts() returns trigger language plpgsql as $$
begin
  perform from playlist_count where playlist_key in (
      select playlist_key from follow where user_id = old.id union select playlist_key from liking where user_id = old.id)
    order by playlist_key for no key update;
  perform from person_count where user_id in (select followed_user_id from follow where user_id = old.id) order by user_id for no key update;
  return old;
end $$;
create trigger account_counts_are_locked before delete on account for each row execute function lock_counts();

-- A function, so that what comes after the lock sees what others did before it.
create function add_follows(people text[], thing_key bigint, person_id text, most integer) returns void language plpgsql as $$
begin
  perform from account where id = any(people) order by id for no key update;
  insert into follow (user_id, playlist_key, followed_user_id, position)
    select id, thing_key, person_id, coalesce((select min(position) from follow where user_id = account.id), 0) - 1048576
    from account
    where id = any(people)
      and not exists (select from follow where user_id = account.id and (playlist_key = thing_key or followed_user_id = person_id))
      and (select count(*) from follow where user_id = account.id) < most
    order by id;
end $$;
comment on function add_follows is 'Has people follow a channel or a person, which then stands first with each; twice is once, and nobody follows more than `most`. Accounts that are gone are left out.';
