-- Captions: those that were in an uploaded file, and those that are added to a video.

create table upload_captions (
  upload_id text collate "C" not null references upload (id) on delete cascade,
  language text collate "C" not null check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$'),
  vtt text not null check (octet_length(vtt) <= 2097152),
  primary key (upload_id, language)
);
comment on table upload_captions is 'Captions that were found in an uploaded file: every video that plays it has them.';
comment on column upload_captions.vtt is 'WebVTT as we write it: times and plain text.';

create table video_captions (
  video_id text collate "C" not null references video (id) on delete cascade,
  language text collate "C" not null check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$'),
  vtt text check (octet_length(vtt) <= 2097152),
  changed_at timestamptz not null default now(),
  primary key (video_id, language)
);
comment on table video_captions is 'Captions of one video. They take the place of those in its file.';
comment on column video_captions.vtt is 'WebVTT as we write it; null: those in the file are taken away from this video.';
