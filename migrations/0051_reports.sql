-- Reports: what people think should not be here, for the operator to decide over.

create table report (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  reporter_id text collate "C" references account on delete set null,
  report_type_id smallint not null check (report_type_id between 1 and 9),
  reportable_type text collate "C" not null
    generated always as (case when playlist_key is not null then 'playlist' when series_id is not null then 'serie'
      when video_id is not null then 'video' else 'user' end) stored,
  playlist_key bigint references playlist (key) on delete cascade,
  series_id text collate "C" references series on delete cascade,
  video_id text collate "C" references video on delete cascade,
  user_id text collate "C" references account on delete cascade,
  url text not null check (length(url) <= 2000),
  message text check (length(message) <= 5000),
  state text collate "C" not null default 'open' check (state in ('open', 'dismissed', 'removed')),
  note text not null default '' check (length(note) <= 5000),
  reported_at timestamptz not null default date_trunc('milliseconds', now()),
  check (num_nonnulls(playlist_key, series_id, video_id, user_id) = 1)
);
create unique index report_of_reporter on report (reporter_id, playlist_key, series_id, video_id, user_id) nulls not distinct
  where reporter_id is not null;
create index report_list on report (state, reported_at desc, id desc);
create index report_all on report (reported_at desc, id desc);
create index report_playlist_key on report (playlist_key) where playlist_key is not null;
create index report_series_id on report (series_id) where series_id is not null;
create index report_video_id on report (video_id) where video_id is not null;
create index report_user_id on report (user_id) where user_id is not null;
comment on table report is 'One of a person and a thing: reported again it is changed, and open again. What is deleted needs no decision: its reports go with it.';
comment on column report.reporter_id is 'Null: their account has gone.';
comment on column report.url is 'The page on which it was reported, as the reporter''s browser says.';
comment on column report.note is 'Of the operator, for operators alone.';
comment on column report.reported_at is 'The last time.';
