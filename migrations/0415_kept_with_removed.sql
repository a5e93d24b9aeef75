-- Captions and comments of removed videos and series, kept while the removal can be undone.
create table removed_captions (
  act_id text collate "C" not null references removed_thing on delete cascade,
  video_id text collate "C" not null,
  language text collate "C" not null,
  vtt text,
  changed_at timestamptz not null,
  primary key (act_id, video_id, language)
);
comment on table removed_captions is 'Captions of removed videos.';

alter table comment_thread
  add column removed_by text collate "C" references removed_thing on delete cascade,
  add column removed_video_id text collate "C",
  add column removed_series_id text collate "C",
  drop constraint comment_thread_one_item,
  add constraint comment_thread_one_item check (num_nonnulls(video_id, series_id, removed_video_id, removed_series_id) = 1),
  add constraint comment_thread_removed check ((removed_by is null) = (num_nonnulls(removed_video_id, removed_series_id) = 0));
create index comment_thread_removed_by on comment_thread (removed_by) where removed_by is not null;
comment on column comment_thread.removed_by is 'The act that removed the item. The comments return with the item if the act is undone, and are deleted with the act.';
