-- The part of its source that an item plays, and the videos that are shown beside one.

alter table video add column start_at integer check (start_at >= 0);
alter table video add column end_at integer check (end_at > 0);
alter table video add constraint video_range check (end_at > start_at);
comment on column video.start_at is 'Seconds: where it begins to play; null: where its link says, else at the beginning.';
comment on column video.end_at is 'Seconds: where it has ended; null: at its end. May lie beyond the duration, which can become known later.';

create table related_video (
  video_id text collate "C" not null references video (id) on delete cascade,
  related_video_id text collate "C" not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (video_id, related_video_id),
  check (related_video_id <> video_id)
);
comment on table related_video is 'Videos that the editors of a channel show beside one of its own. Goes with the video when that is moved.';
comment on column related_video.related_video_id is
  'No foreign key: any number of strangers may name a video, and its owner must be able to delete it at once. What has gone is left out of lists.';
comment on column related_video.position is 'Its order among those of the same video. Changed only while the channel is locked.';
