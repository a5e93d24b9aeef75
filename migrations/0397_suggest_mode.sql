-- Members who suggest changes, which admins approve or refuse.
alter table team_member add column role text collate "C" check (role = 'suggester');
alter table team_member add constraint team_member_one_role check (role is null or not is_admin);
comment on column team_member.role is 'suggester: may only suggest changes to the team''s channels. Null: an admin, or a member who edits.';
alter table team_invitation add column role text collate "C" check (role = 'suggester');
comment on column team_invitation.role is 'The role that the invited person gets. Null: member.';

create table team_suggestion (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  seq bigint generated always as identity,
  team_id text collate "C" not null references team on delete cascade,
  user_id text collate "C" not null,
  playlist_key bigint not null references playlist (key) on delete cascade,
  kind text collate "C" not null check (kind in ('added', 'moved', 'renamed', 'removed')),
  thing_type text collate "C" not null check (thing_type in ('video', 'serie', 'playlist')),
  thing_ids text[] collate "C" not null,
  thing_name text not null,
  count integer not null check (count > 0),
  change jsonb not null,
  digest text collate "C" not null,
  act_seq bigint not null,
  state text collate "C" not null default 'open' check (state in ('open', 'approved', 'refused')),
  reason text check (length(reason) <= 500),
  answered_by text collate "C" references account on delete set null,
  answered_at timestamptz,
  made_at timestamptz not null default now(),
  foreign key (user_id, team_id) references team_member (user_id, team_id) on delete cascade,
  check ((state = 'open') = (answered_at is null))
);
create unique index team_suggestion_open on team_suggestion (team_id, user_id, digest) where state = 'open';
create index team_suggestion_team_id on team_suggestion (team_id, seq desc) where state = 'open';
create index team_suggestion_user_id on team_suggestion (user_id, team_id);
create index team_suggestion_playlist_key on team_suggestion (playlist_key);
create index team_suggestion_answered_by on team_suggestion (answered_by) where answered_by is not null;
create index team_suggestion_answered_at on team_suggestion (answered_at) where answered_at is not null;
comment on table team_suggestion is 'Changes that suggesters propose. They end with the membership; answered ones are deleted after 14 days.';
comment on column team_suggestion.change is 'The intent that an approval applies.';
comment on column team_suggestion.digest is 'Of the change: the same one is suggested once.';
comment on column team_suggestion.act_seq is 'The latest act of the team at that time. Later ones may hinder the approval.';
