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

-- Lists of public channels by when they were made, and by when they became public.
create index playlist_added on playlist (((extract(epoch from created_at at time zone 'utc') * 1000000)::bigint), id)
  where listing_rank is not null;
create index playlist_published on playlist (((extract(epoch from public_since at time zone 'utc') * 1000000)::bigint), id)
  where listing_rank is not null;
