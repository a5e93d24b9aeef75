-- Whoever was found by an access token is remembered by each server, and every statement proves that nothing about them has changed since:
-- by one row of this table, instead of the token, the session, the account and the team memberships together.
alter table session_token add column user_version int not null default 0;
comment on column session_token.user_version is 'Counts the changes to what is remembered of its owner: a remembered user of another version is looked up again.';

create function raise_user_version(changed_account_id text) returns void language sql as $$
  update session_token set user_version = user_version + 1
  where session_id in (select id from session where account_id = changed_account_id)
$$;

create function raise_user_version_of_account() returns trigger language plpgsql as $$
begin
  perform raise_user_version(new.id);
  return null;
end $$;
create trigger account_raises_user_version
  after update of nickname, adult_content, is_operator, can_upload_video, country_id on account
  for each row
  when ((old.nickname, old.adult_content, old.is_operator, old.can_upload_video, old.country_id)
    is distinct from (new.nickname, new.adult_content, new.is_operator, new.can_upload_video, new.country_id))
  execute function raise_user_version_of_account();

create function raise_user_version_of_member() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform raise_user_version(old.user_id); end if;
  if tg_op <> 'DELETE' then perform raise_user_version(new.user_id); end if;
  return null;
end $$;
create trigger team_member_raises_user_version after insert or update or delete on team_member
  for each row execute function raise_user_version_of_member();
