-- Addresses that a CDN in front of the site (MEDIA_URL) has read, to be purged when their content is no longer public. A row lives a day
-- after its last read.
create table edge_copy (
  path text collate "C" primary key,
  kind text not null,
  -- The picture, upload or captions at the path.
  thing text collate "C" not null,
  -- Of the content, where the thing can change.
  version text not null,
  served_at timestamptz not null default now(),
  -- Since when a purge is due that the CDN has not acknowledged.
  purge_since timestamptz
);
create index edge_copy_served_at on edge_copy (served_at);
create index edge_copy_purge_since on edge_copy (purge_since) where purge_since is not null;
