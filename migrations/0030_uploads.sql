-- Video files that people upload: what is under way, what became of each, and which videos play which files.

create table upload (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" references account (id) on delete set null,
  series_id text collate "C" references series (id) on delete set null,
  series_index integer check (series_index >= 0),
  title text not null check (char_length(title) between 1 and 255),
  filename text not null check (char_length(filename) between 1 and 255),
  size bigint not null check (size between 1 and 4294967296),
  state text collate "C" not null default 'uploading' check (state in ('uploading', 'waiting', 'processing', 'done', 'failed')),
  reason text collate "C" check ((reason is not null) = (state = 'failed')),
  job_id uuid,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  has_original boolean not null default false,
  has_thumbnails boolean not null default false,
  is_listed boolean not null default true,
  created_at timestamptz not null default now(),
  ended_at timestamptz check ((ended_at is not null) = (state in ('done', 'failed')))
);
create index upload_user_id on upload (user_id, created_at desc) where user_id is not null;
create index upload_series_id on upload (series_id) where series_id is not null;
create index upload_unfinished on upload (created_at) where state in ('uploading', 'waiting', 'processing');
comment on table upload is 'A file that somebody uploads or uploaded. Its id names the folder of its files, and stands in their addresses.';
comment on column upload.user_id is 'Who uploads it, and whose room it takes; null: their account is gone, and the files go once no video plays them.';
comment on column upload.series_id is 'Where its video will stand; null: that series is gone.';
comment on column upload.series_index is 'The place in the series that was asked for; null: the end.';
comment on column upload.size is 'Bytes of the file as it is uploaded.';
comment on column upload.reason is 'Why it failed: a code of the feature''s rules.';
comment on column upload.job_id is 'The job that makes of it what players take.';
comment on column upload.stored_bytes is 'Bytes of all files that are kept of it.';
comment on column upload.has_original is 'The file as it was uploaded is in the store.';
comment on column upload.has_thumbnails is 'There are previews for the timeline.';
comment on column upload.is_listed is 'Its owner has not taken it off the list of uploads.';

create table upload_poster (
  upload_id text collate "C" not null references upload (id) on delete cascade,
  position smallint not null,
  picture_id text collate "C" not null references picture,
  primary key (upload_id, position)
);
create index upload_poster_picture_id on upload_poster (picture_id);
comment on table upload_poster is 'Pictures out of an uploaded video, among which its owner chooses.';

alter table video add column upload_id text collate "C" references upload (id);
create index video_upload_id on video (upload_id) where upload_id is not null;
comment on column video.upload_id is 'The uploaded file that it plays; copies share it. A file that no video plays any more is deleted by a job.';
