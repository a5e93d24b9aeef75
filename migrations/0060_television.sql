-- Television: TV channels out of lists (M3U), what is on them out of guides (XMLTV), and the imports of both.

create table tv_source (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  kind text collate "C" not null check (kind in ('m3u', 'xmltv')),
  name text not null check (length(name) between 1 and 255),
  url text collate "C" check (octet_length(url) <= 2048),
  is_off boolean not null default false,
  guides text[] not null default '{}' check (cardinality(guides) <= 100),
  failures smallint not null default 0 check (failures >= 0),
  imported_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index tv_source_of_url on tv_source (kind, url) where url is not null;
create unique index tv_source_of_file on tv_source (kind, name) where url is null;
comment on table tv_source is 'A list of TV channels or a guide that is imported again and again: what an import no longer finds there has gone.';
comment on column tv_source.url is 'Looked at every 6 hours; null: a file, known by its name.';
comment on column tv_source.is_off is 'No longer looked at by itself; what came from it stays.';
comment on column tv_source.guides is 'Addresses of guides that a list names. They are offered, and never fetched by themselves.';
comment on column tv_source.failures is 'Imports in a row that failed.';
comment on column tv_source.imported_at is 'The last time that an import of it was done.';

create table tv_import (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  source_id text collate "C" not null references tv_source on delete cascade,
  status text collate "C" not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  read integer not null default 0 check (read >= 0),
  written integer not null default 0 check (written >= 0),
  unchanged integer not null default 0 check (unchanged >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  removed integer not null default 0 check (removed >= 0),
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) <= 1000),
  failure text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  seen_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check ((status = 'failed') = (failure is not null))
);
create index tv_import_list on tv_import (created_at desc, id desc);
create index tv_import_of_source on tv_import (source_id, created_at desc);
create index tv_import_open on tv_import (seen_at) where finished_at is null;
comment on table tv_import is 'One reading of a source. Kept for 90 days.';
comment on column tv_import.read is 'Channels of a list, or programmes of a guide, that it has. What is written, unchanged and skipped makes as many.';
comment on column tv_import.removed is 'What came from the source before, and is no longer in it.';
comment on column tv_import.problems is 'What could not be read: [{line, code, detail}], the first thousand.';
comment on column tv_import.failure is 'Why nothing was imported: a key of the texts.';
comment on column tv_import.seen_at is 'When the process that runs it was last known to.';

create table guide_channel (
  id integer generated always as identity primary key,
  source_id text collate "C" not null references tv_source on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  match_names text[] collate "C" not null default '{}',
  icon_url text check (octet_length(icon_url) <= 8192),
  hash bigint not null,
  unique (source_id, key)
);
create index guide_channel_key on guide_channel (lower(key));
create index guide_channel_names on guide_channel using gin (match_names);
comment on table guide_channel is 'A channel as a guide names it. Programmes belong to it; TV channels point at the one that tells what is on.';
comment on column guide_channel.key is 'The guide''s own id of it.';
comment on column guide_channel.match_names is 'Its names as they are compared with those of TV channels: `matchName` of features/television/rules.ts.';

create table tv_channel (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  source_id text collate "C" references tv_source on delete cascade,
  kind text collate "C" not null default 'live' check (kind in ('live', 'radio')),
  name text not null check (length(name) between 1 and 255),
  folded_name text not null generated always as (folded(name)) stored,
  match_name text collate "C" not null default '',
  number integer check (number between 1 and 99999),
  tvg_id text collate "C" check (length(tvg_id) between 1 and 255),
  groups text[] not null default '{}' check (cardinality(groups) <= 20),
  logo_url text check (octet_length(logo_url) <= 8192),
  picture_id text collate "C" references picture on delete set null,
  picture_due_at timestamptz,
  stream_url text collate "C" not null check (octet_length(stream_url) <= 8192),
  stream_headers jsonb not null default '{}' check (jsonb_typeof(stream_headers) = 'object'),
  stream_kind text collate "C" check (stream_kind in ('hls', 'dash')),
  is_protected boolean not null default false,
  catchup_mode text collate "C" check (catchup_mode in ('default', 'append', 'shift', 'flussonic', 'fs', 'xc')),
  catchup_source text collate "C" check (octet_length(catchup_source) <= 8192),
  catchup_days smallint not null default 0 check (catchup_days between 0 and 365),
  guide_shift_minutes smallint not null default 0 check (guide_shift_minutes between -1440 and 1440),
  dvr_base text collate "C" check (octet_length(dvr_base) <= 8192),
  dvr_extension text not null default '' check (length(dvr_extension) <= 255),
  adult boolean not null default false,
  blocked_countries smallint[] not null default '{}' check (cardinality(blocked_countries) <= 300),
  owner_id text collate "C" references account on delete set null,
  is_off boolean not null default false,
  position bigint not null,
  set_by_hand text[] collate "C" not null default '{}',
  guide_channel_id integer references guide_channel on delete set null,
  guide_match text collate "C" check (guide_match in ('id', 'name', 'hand')),
  hash bigint,
  gone_at timestamptz,
  created_at timestamptz not null default now(),
  check ((source_id is null) = (hash is null)),
  check (guide_channel_id is null or guide_match is not null)
);
create index tv_channel_shown on tv_channel (position, id) where not is_off and gone_at is null;
create index tv_channel_order on tv_channel (position, id);
create index tv_channel_groups on tv_channel using gin (groups) where not is_off and gone_at is null;
create index tv_channel_name on tv_channel using gin (folded_name gin_trgm_ops);
create index tv_channel_of_source on tv_channel (source_id);
create index tv_channel_of_owner on tv_channel (owner_id) where owner_id is not null;
create index tv_channel_guide on tv_channel (guide_channel_id);
create index tv_channel_picture_id on tv_channel (picture_id) where picture_id is not null;
create index tv_channel_picture_due on tv_channel (picture_due_at) where picture_due_at is not null;
create index tv_channel_gone on tv_channel (gone_at) where gone_at is not null;
comment on table tv_channel is 'A broadcaster''s channel: out of a list, or made by an operator.';
comment on column tv_channel.source_id is 'The list it comes from; null: made by hand.';
comment on column tv_channel.match_name is 'Its name as it is compared with those of guides.';
comment on column tv_channel.tvg_id is 'By which lists name the channel of a guide.';
comment on column tv_channel.logo_url is 'The logo as the list names it; picture_id is what was fetched from there, or what an operator chose.';
comment on column tv_channel.picture_due_at is 'When the logo is fetched; null: there is none, or it was.';
comment on column tv_channel.stream_headers is 'What its server wants to be sent, such as User-Agent and Referer. Browsers let nobody choose these.';
comment on column tv_channel.stream_kind is 'How it plays where the list says so; null: as the address tells.';
comment on column tv_channel.is_protected is 'Encrypted: it takes a licence that browsers don''t get from us.';
comment on column tv_channel.catchup_source is 'The template of addresses for what was on: {utc}, {duration} and their like.';
comment on column tv_channel.catchup_days is 'For how many days what was on can be seen.';
comment on column tv_channel.guide_shift_minutes is 'By how much the guide''s times are off for this channel (`tvg-shift`).';
comment on column tv_channel.blocked_countries is 'Ids of country.';
comment on column tv_channel.owner_id is 'The broadcaster, whose statistics it feeds.';
comment on column tv_channel.set_by_hand is 'Columns that an operator set: imports leave them alone.';
comment on column tv_channel.guide_match is 'By what guide_channel_id was found; hand: by an operator, and it stays, also when it is none.';
comment on column tv_channel.hash is 'Of what the list says of it.';
comment on column tv_channel.gone_at is 'Since when the list does not name it. It is shown nowhere, and deleted after 30 days; named again meanwhile, it is the same.';

create table tv_item (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  channel_id text collate "C" not null references tv_channel on delete cascade,
  title text not null check (length(title) between 1 and 255),
  url text collate "C" not null check (octet_length(url) <= 8192),
  poster_url text check (octet_length(poster_url) <= 8192),
  picture_id text collate "C" references picture on delete set null,
  "group" text not null default '' check (length("group") <= 255),
  position bigint not null,
  hash bigint not null,
  unique (channel_id, hash)
);
create index tv_item_list on tv_item (channel_id, position, id);
create index tv_item_picture_id on tv_item (picture_id) where picture_id is not null;
comment on table tv_item is 'What can be seen on demand, of a channel of the same list.';
comment on column tv_item.hash is 'Of what the list says of it: an item that changes is another one.';

create table programme (
  guide_channel_id integer not null references guide_channel on delete cascade,
  starts_at timestamptz(0) not null,
  stops_at timestamptz(0) not null,
  id text collate "C" not null unique check (id ~ '^[0-9A-Za-z]{11}$'),
  title text not null check (length(title) between 1 and 255),
  sub_title text check (length(sub_title) <= 255),
  description text check (length(description) <= 5000),
  language text collate "C" check (length(language) <= 35),
  translations jsonb check (jsonb_typeof(translations) = 'object'),
  categories text[] not null default '{}' check (cardinality(categories) <= 20),
  season smallint check (season >= 0),
  episode integer check (episode >= 0),
  episode_text text check (length(episode_text) <= 100),
  icon_url text check (octet_length(icon_url) <= 8192),
  rating text check (length(rating) <= 100),
  year smallint check (year between 1 and 9999),
  is_new boolean not null default false,
  is_repeat boolean not null default false,
  hash bigint not null,
  primary key (guide_channel_id, starts_at),
  check (stops_at > starts_at)
);
comment on table programme is 'What is on, from 14 days back to 14 days ahead. By channel and start: what is on now, next, on a day, and within hours of many channels are short ranges of the primary key.';
comment on column programme.id is 'Made of the guide, its id of the channel, and the start: the same after every import.';
comment on column programme.stops_at is 'Never after the next one of the channel starts.';
comment on column programme.title is 'The first that the guide has; language says in which, where the guide does.';
comment on column programme.translations is 'In other languages: {"nl": {"title", "sub_title", "description"}}.';
comment on column programme.episode_text is 'As it is shown, where there are no numbers.';
comment on column programme.hash is 'Of what the guide says: what has the same one is not written again.';
-- Nights delete as many as days bring.
alter table programme set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Lies outside of what is recovered after a crash: an import that ended with its process begins again.
create unlogged table programme_stage (
  import_id text collate "C" not null,
  channel text collate "C" not null,
  starts_at timestamptz(0) not null,
  stops_at timestamptz(0),
  id text collate "C" not null,
  title text not null,
  sub_title text,
  description text,
  language text,
  translations jsonb,
  categories text[] not null,
  season smallint,
  episode integer,
  episode_text text,
  icon_url text,
  rating text,
  year smallint,
  is_new boolean not null,
  is_repeat boolean not null,
  hash bigint not null,
  primary key (import_id, channel, starts_at)
);
comment on table programme_stage is 'A guide while it is read. When it is there as a whole, what is new in it is written to programme in one transaction.';
