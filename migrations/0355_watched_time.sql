-- How long videos are played, by quarter hours. Playbacks that exist already count no time.

alter table view_process add playlist_key bigint, add video_id text collate "C", add uncounted_ms integer not null default 0,
  add is_to_count boolean not null default false;
create index view_process_to_count on view_process (playlist_key) where is_to_count;
comment on column view_process.playlist_key is 'The channel that the video was in at the start. Null: its time does not count, because it is TV, an owner plays it, or the view was played anew.';
comment on column view_process.video_id is 'Null: as playlist_key.';
comment on column view_process.uncounted_ms is 'Time between reports that is not in watched_time yet.';
comment on column view_process.is_to_count is 'May have uncounted time. Changes only at the start and after the end, so that a report writes no index.';

create table watched_time (
  playlist_key bigint not null references playlist (key) on delete cascade,
  video_id text collate "C" not null,
  quarter integer not null,
  seconds integer not null check (seconds > 0),
  constraint watched_time_pkey primary key (playlist_key, video_id, quarter) include (seconds)
);
comment on table watched_time is 'How long videos were played by others than owners, by the quarter hour of the report.';
comment on column watched_time.video_id is 'Empty: all videos of the channel. No foreign key: stays when the video is deleted or moved.';
