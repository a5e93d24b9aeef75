-- Pictures, follows and likes come back with an archive, too.

alter table import_preview
  add column follows json not null default '[]',
  add column likes json not null default '[]';
comment on column import_preview.follows is 'What its owner followed, as [{type, id}].';
comment on column import_preview.likes is 'What its owner liked, as [{type, id}].';

create table import_picture (
  import_id text collate "C" not null references import_preview on delete cascade,
  name text collate "C" not null,
  playlist_ids text[] collate "C" not null,
  video_ids text[] collate "C" not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'kept', 'unreadable', 'too_many')),
  primary key (import_id, name)
);
comment on table import_picture is 'A picture of an archive, and what was made that shows it. A job puts them there one by one.';
comment on column import_picture.state is 'too_many: more than one import brings, or than its owner may have kept in a day.';
