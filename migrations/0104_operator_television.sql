-- What operators do on their television page: sources that say when they have not changed, channels that are promoted, guides that are suggested.

alter table tv_source
  add column etag text collate "C" check (octet_length(etag) <= 1024),
  add column last_modified text collate "C" check (octet_length(last_modified) <= 100);
comment on column tv_source.etag is 'Of what was imported last, as its host names it: asked with it, the host may say that nothing has changed. Null too where all has to be read again.';
comment on column tv_source.last_modified is 'The same, by the host''s time.';

alter table tv_import add column is_same boolean not null default false;
comment on column tv_import.is_same is 'The host said that nothing has changed since the last import: nothing was read.';

create index guide_channel_alike on guide_channel using gin (folded(name) gin_trgm_ops);

create table promotion (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  playlist_key bigint unique references playlist (key) on delete cascade,
  tv_channel_id text collate "C" unique references tv_channel on delete cascade,
  position bigint not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(playlist_key, tv_channel_id) = 1)
);
create index promotion_order on promotion (position, id);
comment on table promotion is 'A TV channel, or a channel that somebody curates, that operators show to everybody.';
