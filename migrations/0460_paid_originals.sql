-- Copies know their original in a package, so that only their editors play them once it is deleted, as copies of a deleted channel.
alter table video add column paid_video_id text collate "C";
comment on column video.paid_video_id is 'The video in a package from which it was copied, directly or not. It may be deleted: then only editors play the copy.';
-- The original of copies of copies, and of those whose source is deleted, is not known.
update video set paid_video_id = copied_video_id
where paid_playlist_key is not null
  and exists (select from video source where source.id = video.copied_video_id and source.paid_playlist_key is null);
