-- Comments of a team's members on the videos and series of its channels.

create table comment_thread (
  key bigint generated always as identity primary key,
  team_id text collate "C" not null references team on delete cascade,
  video_id text collate "C" references video on delete cascade,
  series_id text collate "C" references series on delete cascade,
  constraint comment_thread_one_item check (num_nonnulls(video_id, series_id) = 1),
  constraint comment_thread_video unique (video_id, team_id),
  constraint comment_thread_series unique (series_id, team_id)
);
create index comment_thread_team_id on comment_thread (team_id);
comment on table comment_thread is 'The comments of one team on one item. They are shown while the item is in a channel of that team. Comments are added under the lock of this row.';

create table item_comment (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  thread_key bigint not null references comment_thread on delete cascade,
  seq bigint generated always as identity,
  author_id text collate "C" references account on delete set null,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  resolved_at timestamptz,
  constraint item_comment_order unique (thread_key, seq)
);
create index item_comment_author_id on item_comment (author_id);
comment on column item_comment.author_id is 'Null: the account was deleted.';

create table comment_read (
  thread_key bigint not null references comment_thread on delete cascade,
  user_id text collate "C" not null references account on delete cascade,
  seq bigint not null,
  primary key (thread_key, user_id)
);
create index comment_read_user_id on comment_read (user_id);
comment on column comment_read.seq is 'The last comment that the member has read.';
