-- How often the buttons of videos were pressed, for the statistics of a channel.

create table click_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  video_id text collate "C" not null,
  clickable_type text collate "C" not null check (clickable_type in ('go_to', 'more_info')),
  hour timestamptz not null,
  clicks integer not null check (clicks > 0),
  primary key (playlist_key, hour, video_id, clickable_type)
);
comment on table click_count is 'Nothing of who pressed is kept. Stays when the video is deleted or moved: it tells of the channel as it was.';
comment on column click_count.hour is 'Its beginning. Hours, not days: the days of statistics are those of whoever reads them.';
