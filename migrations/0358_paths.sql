-- The latest views of a video by users: what they watched next is read by these, from the index alone.

create index view_action_paths on view_action (video_id, viewed_at desc) include (user_id, seq, half_hour) where user_id is not null and video_id is not null;
