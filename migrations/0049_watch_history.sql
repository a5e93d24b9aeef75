-- What somebody has watched can be forgotten, and need not be kept.

create table no_watch_history (
  user_id text collate "C" primary key references account (id) on delete cascade,
  chosen_at timestamptz(3) not null default now()
);
comment on table no_watch_history is 'Who wants no history kept: their views count as those of guests do, by a hash, and nobody knows where they are in videos.';
comment on column view_action.visitor is 'A guest, or a user who wants no history or has had this forgotten: a hash whose salt is deleted after the day. Null: user_id.';
