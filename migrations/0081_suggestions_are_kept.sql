-- What somebody is suggested is found out now and then, and not at each look.

create table suggestion_list (
  user_id text collate "C" primary key references account (id) on delete cascade,
  made_at timestamptz not null default now(),
  follows integer not null,
  suggestions jsonb not null
);
create index suggestion_list_made_at on suggestion_list (made_at);
comment on table suggestion_list is 'Channels that somebody might want to follow, the best first, as it was when the list was made: what may be seen, and is not followed or dismissed, is asked for when it is read.';
comment on column suggestion_list.follows is 'How many things this person followed then.';
comment on column suggestion_list.suggestions is 'Of each its key, and why: a kind, with keys of followed channels (from) or with tags. No names: a channel may be renamed, or no longer be seen.';
