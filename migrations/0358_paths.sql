-- The latest views of a video by users: what they watched next is read by these.

create index view_action_paths on view_action (video_id, viewed_at desc) where user_id is not null and video_id is not null;
