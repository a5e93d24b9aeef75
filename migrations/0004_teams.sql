-- People who curate together.

create table team (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  created_at timestamptz not null default now()
);
create index team_picture_id on team (picture_id) where picture_id is not null;

create table team_member (
  user_id text collate "C" not null references account (id) on delete cascade,
  team_id text collate "C" not null references team (id) on delete cascade,
  is_admin boolean not null default false,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  primary key (user_id, team_id),
  check (accepted_at is not null or not is_admin)
);
create index team_member_team_id on team_member (team_id);
comment on column team_member.accepted_at is 'Null while the invitation waits for an answer; until then it opens nothing.';
