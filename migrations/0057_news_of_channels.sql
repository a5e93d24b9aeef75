-- New videos are told to followers of channels alone: what is shared directly is told by the share itself.

create or replace function note_channel_news() returns trigger language plpgsql as $$
begin
  insert into channel_news as news (playlist_key)
  select playlist.key from (select distinct series_id from added) as changed
    join series on series.id = changed.series_id join playlist on playlist.id = series.playlist_id
  where playlist.status_id = 3 and playlist.kind = 'channel'
    and exists (select from follow where follow.playlist_key = playlist.key)
  group by playlist.key order by playlist.key
  on conflict (playlist_key) where until is null do update set since = least(news.since, excluded.since) where news.since > excluded.since;
  return null;
end $$;
