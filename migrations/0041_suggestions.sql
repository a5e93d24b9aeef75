-- Channels that somebody might want to follow.

create table playlist_popularity (
  playlist_key bigint primary key references playlist (key) on delete cascade,
  score real not null
);
create index playlist_popularity_score on playlist_popularity (score desc, playlist_key);
comment on table playlist_popularity is 'How much channels were followed, liked and watched of late; a job computes it. No row: not at all.';
comment on column playlist_popularity.score is 'Points for each follow, like and view, which lose half of their worth every week.';

create table dismissed_suggestion (
  user_id text collate "C" not null references account (id) on delete cascade,
  playlist_key bigint not null references playlist (key) on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, playlist_key)
);
create index dismissed_suggestion_playlist_key on dismissed_suggestion (playlist_key);
create index dismissed_suggestion_dismissed_at on dismissed_suggestion (dismissed_at);
comment on table dismissed_suggestion is 'Channels that somebody does not want to have suggested; forgotten after a year.';

create index follow_created_at on follow (created_at);
create index liking_created_at on liking (created_at);
create index view_action_viewed_at on view_action (viewed_at) where playlist_key is not null;
