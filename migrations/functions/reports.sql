-- Describes the reported thing in its report, which may outlive it.
create or replace function describe_reported() returns trigger language plpgsql as $$
begin
  if num_nonnulls(new.playlist_key, new.series_id, new.video_id, new.user_id, new.tv_channel_id) <> 1 then
    raise exception 'a report names one thing' using errcode = 'check_violation', constraint = 'report_check';
  end if;
  if new.playlist_key is not null then
    select 'playlist', id, name, description into new.reportable_type, new.thing_id, new.thing_name, new.thing_text
      from playlist where key = new.playlist_key;
  elsif new.series_id is not null then
    select 'serie', id, name, description into new.reportable_type, new.thing_id, new.thing_name, new.thing_text
      from series where id = new.series_id;
  elsif new.video_id is not null then
    select 'video', id, title, src into new.reportable_type, new.thing_id, new.thing_name, new.thing_text
      from video where id = new.video_id;
  elsif new.user_id is not null then
    select 'user', id, coalesce(nickname, ''), '' into new.reportable_type, new.thing_id, new.thing_name, new.thing_text
      from account where id = new.user_id;
  elsif new.programme_id is not null then
    new.reportable_type := 'epg';
    new.thing_id := new.programme_id;
    new.thing_name := new.programme_title;
    new.thing_text := '';
  else
    select 'channel', id, name, '' into new.reportable_type, new.thing_id, new.thing_name, new.thing_text
      from tv_channel where id = new.tv_channel_id;
  end if;
  if new.thing_id is null then
    raise exception 'the reported thing is gone' using errcode = 'foreign_key_violation', constraint = 'report_thing_fkey';
  end if;
  return new;
end $$;
create or replace trigger reported_is_described before insert on report for each row execute function describe_reported();
