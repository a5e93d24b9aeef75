-- Each request checks by `session_token.user_version` that a cached user is unchanged. This reads one row instead of token, session, account
-- and teams.

create or replace function raise_user_version(changed_account_id text) returns void language sql as $$
  update session_token set user_version = user_version + 1
  where session_id in (select id from session where account_id = changed_account_id)
$$;

create or replace function raise_user_version_of_account() returns trigger language plpgsql as $$
begin
  perform raise_user_version(new.id);
  return null;
end $$;
create or replace trigger account_raises_user_version
  after update of nickname, adult_content, is_operator, is_moderator, can_upload_video, country_id on account
  for each row
  when ((old.nickname, old.adult_content, old.is_operator, old.is_moderator, old.can_upload_video, old.country_id)
    is distinct from (new.nickname, new.adult_content, new.is_operator, new.is_moderator, new.can_upload_video, new.country_id))
  execute function raise_user_version_of_account();

create or replace function raise_user_version_of_member() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform raise_user_version(old.user_id); end if;
  if tg_op <> 'DELETE' then perform raise_user_version(new.user_id); end if;
  return null;
end $$;
create or replace trigger team_member_raises_user_version after insert or update or delete on team_member
  for each row execute function raise_user_version_of_member();

-- Makes pages of ended logins request a new login at once, instead of at their next heartbeat.
create or replace function tell_of_ended_logins() returns trigger language plpgsql as $$
begin
  insert into live_event (receiver_id, name, data) select distinct account_id, 'login_ended', '{}'::jsonb from ended;
  return null;
end $$;
create or replace trigger ended_logins_are_told after delete on session referencing old table as ended
  for each statement execute function tell_of_ended_logins();

-- Keeps an admin in a team with members: an active one if there are active members (accounts neither removed nor suspended), an editor
-- before a suggester, then the longest member. Locks the team, so that of two admins who leave concurrently the second sees that the first
-- has left.
create or replace function pass_admin_on_in(of_team text) returns void language plpgsql as $$
begin
  perform from team where id = of_team for no key update;
  update team_member set is_admin = true, role = null where team_id = of_team and not is_admin and user_id = (
    select member.user_id from team_member member join account on account.id = member.user_id where member.team_id = of_team
    order by account.removed_at is not null or coalesce(account.suspended_until > now(), false), member.is_admin desc, member.role is not null, member.accepted_at, member.user_id limit 1);
end $$;

create or replace function pass_admin_on() returns trigger language plpgsql as $$
begin
  perform pass_admin_on_in(coalesce(new.team_id, old.team_id));
  return null;
end $$;
create or replace trigger team_member_passes_admin_on after insert or delete on team_member for each row execute function pass_admin_on();

-- Checks at commit that another admin remains when a role is given up, even if the caller doesn't check. Skips deleted and inserted members,
-- because their role was passed on.
create or replace function prove_admin() returns trigger language plpgsql as $$
begin
  perform from team where id = new.team_id for no key update;
  if exists (select from team_member where team_id = new.team_id)
    and not exists (select from team_member where team_id = new.team_id and is_admin) then
    raise exception 'team % has members and no admin', new.team_id using errcode = 'check_violation', constraint = 'team_has_admin';
  end if;
  return null;
end $$;
drop trigger if exists team_has_admin on team_member;
create constraint trigger team_has_admin after update of is_admin on team_member deferrable initially deferred
  for each row when (old.is_admin and not new.is_admin) execute function prove_admin();

-- Runs when an operator removes, suspends or restores an account, which then stops or starts to count as an active admin.
create or replace function pass_admin_on_of_account() returns trigger language plpgsql as $$
declare of_team text;
begin
  for of_team in select team_id from team_member where user_id = new.id order by team_id loop
    perform pass_admin_on_in(of_team);
  end loop;
  return null;
end $$;
create or replace trigger account_passes_admin_on after update of removed_at, suspended_until on account for each row
  when ((old.removed_at is null, old.suspended_until) is distinct from (new.removed_at is null, new.suspended_until)) execute function pass_admin_on_of_account();

-- Deleting an account deletes its likes and follows, each in a statement that locks counters. All of them are locked first, in one order:
-- two accounts deleted concurrently would deadlock otherwise, one at its likes, the other at its follows. Its teams are locked before the
-- rows of its sessions, as by every change of members.
create or replace function lock_counts() returns trigger language plpgsql as $$
begin
  perform from account where id = old.id for update;
  perform from team where id in (select team_id from team_member where user_id = old.id) order by id for no key update;
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
create or replace trigger account_counts_are_locked before delete on account for each row execute function lock_counts();

-- Hides the channels of a user that the operator removed, or that asked to be deleted.
create or replace function remove_channels_with_owner() returns trigger language plpgsql as $$
begin
  update playlist set removed_with_owner_at = coalesce(new.removed_at, case when new.deletion_due_at is not null then now() end)
  where owner_id = new.id;
  return null;
end $$;
create or replace trigger account_removed after update of removed_at, deletion_due_at on account for each row
  when ((old.removed_at, old.deletion_due_at is null) is distinct from (new.removed_at, new.deletion_due_at is null))
  execute function remove_channels_with_owner();
