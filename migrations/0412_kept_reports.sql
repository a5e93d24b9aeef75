-- Reports stay when their thing is deleted, with what it was when it was reported.
alter table report alter column reportable_type drop expression;
alter table report
  add thing_id text collate "C",
  add thing_name text,
  add thing_text text;
comment on column report.thing_id is 'Id of the reported thing at the time of the report.';
comment on column report.thing_name is 'Its name at the time of the report.';
comment on column report.thing_text is 'Its description, or the address of a video, at the time of the report. Empty for users and television.';

update report set
  thing_id = coalesce(playlist.id, series.id, video.id, person.id, report.programme_id, tv_channel.id),
  thing_name = coalesce(playlist.name, series.name, video.title, person.nickname, report.programme_title, tv_channel.name, ''),
  thing_text = coalesce(playlist.description, series.description, video.src, '')
from report self
  left join playlist on playlist.key = self.playlist_key
  left join series on series.id = self.series_id
  left join video on video.id = self.video_id
  left join account person on person.id = self.user_id
  left join tv_channel on tv_channel.id = self.tv_channel_id
where self.id = report.id;

-- A trigger sets them (migrations/functions/reports.sql).
alter table report
  alter reportable_type set default '',
  alter thing_id set default '',
  alter thing_id set not null,
  alter thing_name set default '',
  alter thing_name set not null,
  alter thing_text set default '',
  alter thing_text set not null,
  add check (reportable_type in ('playlist', 'serie', 'video', 'user', 'channel', 'epg')),
  drop constraint report_check,
  add constraint report_check check (num_nonnulls(playlist_key, series_id, video_id, user_id, tv_channel_id) <= 1),
  drop constraint report_programme_check,
  add constraint report_programme_check check ((programme_id is null) = (programme_title is null)),
  drop constraint report_playlist_key_fkey,
  add constraint report_playlist_key_fkey foreign key (playlist_key) references playlist (key) on delete set null,
  drop constraint report_series_id_fkey,
  add constraint report_series_id_fkey foreign key (series_id) references series on delete set null,
  drop constraint report_video_id_fkey,
  add constraint report_video_id_fkey foreign key (video_id) references video on delete set null,
  drop constraint report_user_id_fkey,
  add constraint report_user_id_fkey foreign key (user_id) references account on delete set null,
  drop constraint report_tv_channel_id_fkey,
  add constraint report_tv_channel_id_fkey foreign key (tv_channel_id) references tv_channel on delete set null;

-- Those of deleted things are not unique: all their columns are null.
drop index report_of_reporter;
create unique index report_of_reporter
  on report (reporter_id, playlist_key, series_id, video_id, user_id, tv_channel_id, programme_id) nulls not distinct
  where reporter_id is not null and num_nonnulls(playlist_key, series_id, video_id, user_id, tv_channel_id) = 1;
create index report_reporter_id on report (reporter_id);
