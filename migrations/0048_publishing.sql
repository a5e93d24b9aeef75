-- What people share into their direct-publish channel, and how their watch-later channel is kept.

create table direct_share (
  key bigint generated always as identity primary key,
  video_id text collate "C" unique references video (id) on delete cascade,
  series_id text collate "C" unique references series (id) on delete cascade,
  playlist_id text collate "C" not null,
  address text not null check (address ~ '^/[a-z]' and length(address) <= 500),
  shared_at timestamptz(3) not null default now(),
  check (num_nonnulls(video_id, series_id) = 1)
);
comment on table direct_share is 'A video or series that was shared into a direct-publish channel: the copy, and where it was found.';
comment on column direct_share.playlist_id is 'The id by which the channel of the source was known. No foreign key: a new link makes the address lead nowhere.';
comment on column direct_share.address is 'Path and query on this site.';

create table watch_later_choice (
  user_id text collate "C" primary key references account (id) on delete cascade,
  seen text not null check (seen in ('end', 'out'))
);
comment on table watch_later_choice is 'What becomes of what somebody has seen in their watch-later channel; no row: it goes to the end.';

-- What was seen lately is looked for every minute.
create index watch_position_watched on watch_position (watched_at) where watched_at is not null;
