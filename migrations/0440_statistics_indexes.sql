-- Short indexes for the figures of a channel's year: its own time without that of its videos, and its owners' few views.

create index watched_time_of_channel on watched_time (playlist_key, quarter) include (seconds) where video_id = '';
create index channel_view_count_own on channel_view_count (playlist_key, quarter) include (views) where tv_channel_id is null and viewers = 'o';
