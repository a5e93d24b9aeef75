-- Notifies followers of the first new video of a channel within seconds, of later ones once a minute.

-- Notes channels with new videos and followers.
create or replace function note_channel_news() returns trigger language plpgsql as $$
begin
  insert into channel_news as news (playlist_key, due_at)
  select playlist.key, greatest(now() + interval '4 seconds',
    (select max(earlier.until) from channel_news earlier where earlier.playlist_key = playlist.key) + interval '1 minute')
  from (select distinct series_id from added) as changed
    join series on series.id = changed.series_id join playlist on playlist.id = series.playlist_id
  where playlist.status_id = 3 and playlist.kind = 'channel'
    and exists (select from follow where follow.playlist_key = playlist.key)
  group by playlist.key order by playlist.key
  on conflict (playlist_key) where until is null do update set since = least(news.since, excluded.since) where news.since > excluded.since;
  return null;
end $$;
create or replace trigger channel_news_is_noted after insert on video referencing new table as added
  for each statement execute function note_channel_news();

-- Schedules the job that notifies.
create or replace function send_channel_news() returns trigger language plpgsql as $$
begin
  insert into job (name, payload, max_attempts, run_after, singleton_key)
  values ('notifications-news', '{}', 1, new.due_at, 'channel:' || new.playlist_key)
  on conflict (name, singleton_key) where state = 'waiting' and singleton_key is not null do nothing;
  return null;
end $$;
create or replace trigger channel_news_is_sent after insert on channel_news for each row execute function send_channel_news();
