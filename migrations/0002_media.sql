-- Pictures that we serve ourselves, and what is known of links that people pasted.

create table picture (
  id text collate "C" primary key check (id ~ '^[0-9A-Za-z]{16}-[0-9]{1,3}x[0-9]{1,4}-[0-9a-f]{6}$'),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index picture_created_at on picture (created_at);
comment on table picture is 'A re-encoded picture in several widths. Other tables refer to it by `picture_id text collate "C" references picture`: pictures nobody refers to are removed a day after they came, found by these references alone.';
comment on column picture.id is 'Random part, width and height of the largest size in pixels, average colour: {16}-{width}x{height}-{rrggbb}. It is part of the address, which never changes what it shows.';
comment on column picture.bytes is 'All stored sizes together.';

create table link (
  url text collate "C" primary key check (length(url) between 8 and 2048),
  title text not null check (length(title) between 1 and 255),
  description text not null check (length(description) <= 5000),
  picture_id text collate "C" references picture on delete set null,
  site text not null check (length(site) between 1 and 255),
  duration integer check (duration > 0),
  published_at timestamptz,
  kind text not null check (kind in ('hls', 'dash', 'file', 'audio', 'youtube', 'vimeo', 'dailymotion', 'twitch', 'soundcloud', 'peertube', 'embed', 'page')),
  embed_url text check (length(embed_url) <= 2048),
  content_type text check (length(content_type) <= 100),
  is_reached boolean not null,
  fetched_at timestamptz not null default now()
);
create index link_picture_id on link (picture_id) where picture_id is not null;
create index link_fetched_at on link (fetched_at);
comment on table link is 'What the page at an address says of itself, so that posting a link after seeing its preview fetches nothing twice. Only a cache: whoever keeps a link copies what it needs.';
comment on column link.duration is 'In seconds; null when unknown or live.';
comment on column link.kind is 'How it plays: PlaybackKind in features/media/rules.ts.';
comment on column link.embed_url is 'The player''s frame or the media file that the page names.';
comment on column link.content_type is 'Media type of what answered at the address.';
comment on column link.is_reached is 'False: nothing came, and title is the host and path. Tried again soon.';
