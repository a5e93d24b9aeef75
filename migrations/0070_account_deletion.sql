-- Somebody may delete their account: in a week it goes, until then nobody else sees what is theirs.

alter table account add column deletion_due_at timestamptz(3);
create index account_deletion_due_at on account (deletion_due_at) where deletion_due_at is not null;
comment on column account.deletion_due_at is 'When the account is deleted, as its owner asked; null: it stays.';

alter table account drop column is_found;
alter table account add column is_found boolean not null
  generated always as (is_public and nickname is not null and removed_at is null and deletion_due_at is null) stored;
comment on column account.is_found is 'Others see their profile.';

-- What nobody else is to see of somebody's is kept from them in one way, whoever said so.
comment on column playlist.removed_with_owner_at is 'When the operator removed its owner, or its owner asked to be deleted. Kept by triggers.';
create or replace function remove_channels_with_owner() returns trigger language plpgsql as $$
begin
  update playlist set removed_with_owner_at = coalesce(new.removed_at, case when new.deletion_due_at is not null then now() end)
  where owner_id = new.id;
  return null;
end $$;
drop trigger account_removed on account;
create trigger account_removed after update of removed_at, deletion_due_at on account for each row
  when ((old.removed_at, old.deletion_due_at is null) is distinct from (new.removed_at, new.deletion_due_at is null))
  execute function remove_channels_with_owner();

create or replace function note_removed_owner() returns trigger language plpgsql as $$
begin
  new.removed_with_owner_at := (
    select coalesce(removed_at, case when deletion_due_at is not null then now() end)
    from account where id = coalesce(new.team_id, new.user_id) for share);
  return new;
end $$;

-- A team is never without an admin while it has members: who has been in it for longest is one then.
create function pass_admin_on() returns trigger language plpgsql as $$
begin
  update team_member set is_admin = true where team_id = old.team_id and user_id = (
      select user_id from team_member where team_id = old.team_id and accepted_at is not null order by accepted_at, user_id limit 1)
    and not exists (select from team_member where team_id = old.team_id and is_admin);
  return null;
end $$;
create trigger team_member_passes_admin_on after delete on team_member for each row when (old.is_admin) execute function pass_admin_on();
