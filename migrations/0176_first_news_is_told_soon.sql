-- Followers are told of the first new video of a channel within seconds, of those that follow once a minute.

alter table channel_news
  add column due_at timestamptz,
  add column video_id text collate "C",
  add column is_told boolean not null default false;
update channel_news set due_at = since + interval '4 seconds';
alter table channel_news alter column due_at set not null;
comment on column channel_news.due_at is 'When followers are notified: seconds after the first video, or a minute after the last notification began.';
comment on column channel_news.video_id is 'The new video, if there is one; the video may be gone by now.';
comment on column channel_news.is_told is 'All followers are notified. The row is kept for a minute: what is new meanwhile waits for its end.';
comment on column channel_news.until is 'When notifying began; the next row has later videos. Null: it waits for due_at, so that many videos make one notification.';

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

create function send_channel_news() returns trigger language plpgsql as $$
begin
  insert into job (name, payload, max_attempts, run_after, singleton_key)
  values ('notifications-news', '{}', 1, new.due_at, 'channel:' || new.playlist_key)
  on conflict (name, singleton_key) where state = 'waiting' and singleton_key is not null do nothing;
  return null;
end $$;
create trigger channel_news_is_sent after insert on channel_news for each row execute function send_channel_news();
