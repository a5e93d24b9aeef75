-- Comments only: the same facts in plainer words.
comment on column view_process.video_id is 'The video that was played. Null in the same cases as playlist_key.';
comment on column video.start_at is 'Where playing starts, in seconds. Null: at the time in the link, or else at the beginning.';
comment on column tv_channel.gone_at is 'When the channel disappeared from its list. Hidden since then, and deleted after 30 days. If it is in the list again before that, it is the same channel.';
