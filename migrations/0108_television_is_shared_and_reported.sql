-- Television is shared and reported.

create table tv_share_count (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  network text collate "C" not null,
  hour timestamptz not null,
  shares integer not null check (shares > 0),
  primary key (tv_channel_id, hour, network)
);
comment on table tv_share_count is 'How often TV channels, and programmes on them, were shared: as share_count has it of channels.';

alter table report
  add column tv_channel_id text collate "C" references tv_channel on delete cascade,
  add column programme_id text collate "C" check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  add column programme_title text check (length(programme_title) between 1 and 255);
-- PostgreSQL 15 and 16 change no expression: the column is made anew.
alter table report drop column reportable_type;
alter table report
  add column reportable_type text collate "C" not null generated always as (
    case when playlist_key is not null then 'playlist' when series_id is not null then 'serie' when video_id is not null then 'video'
      when programme_id is not null then 'epg' when tv_channel_id is not null then 'channel' else 'user' end) stored,
  drop constraint report_check,
  add constraint report_check check (num_nonnulls(playlist_key, series_id, video_id, user_id, tv_channel_id) = 1),
  add constraint report_programme_check check ((programme_id is null) = (programme_title is null) and (programme_id is null or tv_channel_id is not null));
drop index report_of_reporter;
create unique index report_of_reporter on report (reporter_id, playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id) nulls not distinct
  where reporter_id is not null;
create index report_tv_channel_id on report (tv_channel_id, programme_id) where tv_channel_id is not null;
comment on column report.programme_id is 'No foreign key: guides keep programmes for two weeks, and operators read of them later.';
comment on column report.programme_title is 'As the guide named it when it was reported.';

create table removed_programme (
  programme_id text collate "C" primary key check (programme_id ~ '^[0-9A-Za-z]{11}$'),
  removed_at timestamptz not null default now()
);
comment on table removed_programme is 'Programmes that an operator has removed: they are deleted, and no import brings them back. Kept for 30 days, after which no guide has them.';
