-- Links that are added before their page was looked at, because their host has been asked often enough for now.

alter table video
  add column pending_user_id text collate "C" references account (id) on delete set null,
  add column pending_since timestamptz;
comment on column video.pending_user_id is 'The page at src is still to be looked at, for this user: then title, description and picture are filled in where nobody has changed them.';
comment on column video.pending_since is 'When that was put off.';
create index video_pending on video (pending_user_id, pending_since, id) where pending_user_id is not null;
