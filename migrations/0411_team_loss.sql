-- Why former members can't edit channels of a team any more. Kept for 14 days.
create table team_loss (
  key bigint generated always as identity primary key,
  reason text not null check (reason in ('removed', 'deleted', 'given_back')),
  team_name text not null,
  by_id text collate "C" references account on delete set null,
  channel_keys bigint[] not null,
  lost_at timestamptz not null default now()
);
create index team_loss_by_id on team_loss (by_id);
create index team_loss_lost_at on team_loss (lost_at);
comment on column team_loss.reason is 'removed: the member; deleted: the team; given_back: the channel.';
comment on column team_loss.by_id is 'The user who did it. Null: unknown, or the account was deleted.';
comment on column team_loss.channel_keys is 'Channels of the team at that time.';

create table team_loss_member (
  user_id text collate "C" not null references account on delete cascade,
  loss_key bigint not null references team_loss on delete cascade,
  primary key (user_id, loss_key)
);
create index team_loss_member_loss_key on team_loss_member (loss_key);
comment on table team_loss_member is 'Members who lost the channels.';
