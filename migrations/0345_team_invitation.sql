-- Invitations to teams, for addresses with and without an account alike. team_member then holds members only.
create table team_invitation (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  team_id text collate "C" not null references team on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  code text collate "C" not null default random_id() unique check (code ~ '^[0-9A-Za-z]{11}$'),
  invited_by text collate "C" references account on delete set null,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  mailed_at timestamptz,
  answer text collate "C" check (answer in ('accepted', 'declined', 'removed')),
  answered_at timestamptz,
  answered_by text collate "C" references account on delete set null,
  check ((answer is null) = (answered_at is null))
);
-- One open invitation of an address; inviting again renews it.
create unique index team_invitation_open on team_invitation (team_id, email) where answer is null;
create index team_invitation_email on team_invitation (email, created_at);
create index team_invitation_team_id on team_invitation (team_id, created_at);
create index team_invitation_invited_by on team_invitation (invited_by) where invited_by is not null;
create index team_invitation_answered_by on team_invitation (answered_by) where answered_by is not null;
create index team_invitation_expires_at on team_invitation (expires_at);
comment on table team_invitation is 'Invitations of email addresses, with or without an account. Answered and expired ones are deleted after 90 days.';
comment on column team_invitation.email is 'In lower case, as account_email_key compares addresses.';
comment on column team_invitation.code is 'In the mailed link: shows the invitation to its holder. Only an account with the address can answer it.';
comment on column team_invitation.mailed_at is 'The last mail. Another is sent 10 minutes later at the earliest.';
comment on column team_invitation.answer is 'Null: open until expires_at. removed: withdrawn.';

insert into team_invitation (team_id, email, created_at, renewed_at, expires_at)
select team_id, lower(email), invited_at, now(), now() + interval '14 days'
from team_member join account on account.id = team_member.user_id where accepted_at is null;
delete from team_member where accepted_at is null;

alter table team_member drop constraint team_member_check;
alter table team_member drop column invited_at;
alter table team_member alter column accepted_at set default now();
alter table team_member alter column accepted_at set not null;
alter table team_member add column admin_asked_at timestamptz;
alter table team_member add column admin_asked_by text collate "C" references account on delete set null;
alter table team_member add constraint team_member_asked check (admin_asked_at is null or is_admin);
create index team_member_admin_asked_by on team_member (admin_asked_by) where admin_asked_by is not null;
comment on column team_member.accepted_at is null;
comment on column team_member.admin_asked_at is 'When another admin asked this admin to give up the role; null: not asked.';

-- Groups and shortcuts end with their team. Its channels go back to those who brought them first.
alter table playlist_group drop constraint playlist_group_team_id_fkey;
alter table playlist_group add constraint playlist_group_team_id_fkey foreign key (team_id) references team on delete cascade;
alter table shortcut drop constraint shortcut_team_id_fkey;
alter table shortcut add constraint shortcut_team_id_fkey foreign key (team_id) references team on delete cascade;

alter table playlist add column is_bringer_gone boolean not null default false;
comment on column playlist.is_bringer_gone is 'The account that brought it to its team was deleted; user_id is a successor, who does not get it back.';

-- The account that keeps things without an owner hides them.
update account set removed_at = now() where id = '00000000000' and removed_at is null;

-- A team with members has an admin.
update team_member set is_admin = true where (team_id, user_id) in (
  select distinct on (team_id) team_id, user_id from team_member order by team_id, is_admin desc, accepted_at, user_id);
