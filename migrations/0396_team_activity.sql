-- Acts of a team's members, each with the intent that undoes it.
create table team_act (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  seq bigint generated always as identity,
  team_id text collate "C" not null references team on delete cascade,
  actor_id text collate "C" references account on delete set null,
  approved_by text collate "C" references account on delete set null,
  kind text collate "C" not null check (kind in ('added', 'moved', 'renamed', 'removed', 'restored', 'taken', 'given', 'given_back',
    'joined', 'left', 'dismissed', 'made_admin', 'made_member', 'made_suggester')),
  thing_type text collate "C" not null check (thing_type in ('video', 'serie', 'playlist', 'member')),
  thing_ids text[] collate "C" not null,
  thing_name text,
  count integer not null default 1 check (count > 0),
  playlist_key bigint references playlist (key) on delete set null,
  playlist_name text,
  details jsonb not null default '{}',
  is_undoable boolean not null,
  is_undo boolean not null default false,
  undoes text collate "C" references team_act on delete set null,
  undone_at timestamptz,
  made_at timestamptz not null default now()
);
create unique index team_act_team_id on team_act (team_id, seq desc);
create index team_act_made_at on team_act (made_at);
create index team_act_actor_id on team_act (actor_id) where actor_id is not null;
create index team_act_approved_by on team_act (approved_by) where approved_by is not null;
create index team_act_playlist_key on team_act (playlist_key) where playlist_key is not null;
create index team_act_undoes on team_act (undoes) where undoes is not null;
comment on table team_act is 'Activity of a team, kept for 14 days.';
comment on column team_act.actor_id is 'Null: the account was deleted.';
comment on column team_act.approved_by is 'The admin who approved what the actor suggested.';
comment on column team_act.kind is 'taken: moved to a channel of another owner.';
comment on column team_act.thing_ids is 'Everything that the act changed: the videos of a removed series, too.';
comment on column team_act.thing_name is 'Of the first thing, at that time. Null: a member, who is named as their account is.';
comment on column team_act.count is 'Things that the user acted on.';
comment on column team_act.details is 'Where things were and what they were called: the intent that undoes the act.';
comment on column team_act.undoes is 'The act that this one undid. Such rows don''t hinder the undoing of earlier ones.';
comment on column team_act.undone_at is 'Null: in force.';

-- Rows of removed videos and series, while their removal can be undone.
create table removed_thing (
  act_id text collate "C" primary key references team_act on delete cascade,
  series jsonb,
  videos jsonb not null
);
comment on table removed_thing is 'Videos, or a series with its videos, as they were.';

-- Files that they need.
create table removed_file (
  act_id text collate "C" not null references removed_thing on delete cascade,
  picture_id text collate "C" references picture,
  upload_id text collate "C" references upload,
  check (num_nonnulls(picture_id, upload_id) = 1)
);
create index removed_file_act_id on removed_file (act_id);
create index removed_file_picture_id on removed_file (picture_id) where picture_id is not null;
create index removed_file_upload_id on removed_file (upload_id) where upload_id is not null;
comment on table removed_file is 'Keeps pictures and uploaded files of removed things.';
