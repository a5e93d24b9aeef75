-- How often channels, and what is in them, were shared, for the statistics of a channel.

create table share_count (
  playlist_key bigint not null references playlist (key) on delete cascade,
  shareable_type text collate "C" not null check (shareable_type in ('playlist', 'serie', 'video')),
  item_id text collate "C" not null check ((item_id = '') = (shareable_type = 'playlist')),
  network text collate "C" not null,
  hour timestamptz not null,
  shares integer not null check (shares > 0),
  primary key (playlist_key, hour, shareable_type, item_id, network)
);
comment on table share_count is 'Nothing of who shared is kept. Stays when the series or video is deleted or moved: it tells of the channel as it was.';
comment on column share_count.item_id is 'The series or video; empty: the channel itself, whose id may be replaced.';
comment on column share_count.network is 'Where it was shared, or how: link, qr, embed, sheet.';
comment on column share_count.hour is 'Its beginning. Hours, not days: the days of statistics are those of whoever reads them.';
