-- Channels (playlists) of series of videos, their groups and shortcuts.
--
-- Positions are sparse: what is put between two others gets the number half-way, so that a move writes one row. They are
-- unique in their container, checked at the end of each statement, so that one statement can renumber a container whose gap
-- is used up. Whoever places something first locks the container's owner (see the decision on positions).

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- unaccent() is only stable, because its dictionary could be edited; ours is not.
create function folded(text) returns text immutable strict parallel safe language sql
  return lower(unaccent('unaccent', $1));
comment on function folded is 'A text without accents and capitals, as it is looked for.';

create function searched_words(name text, tags text[]) returns text immutable strict parallel safe language sql
  return folded(' ' || name || ' ' || array_to_string(tags, ' '));

create table playlist_group (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account (id),
  team_id text collate "C" references team (id),
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  name text not null check (char_length(name) between 1 and 50),
  picture_id text collate "C" references picture,
  status_id smallint not null check (status_id between 1 and 3),
  is_archived boolean not null default false,
  position bigint not null,
  created_at timestamptz not null default now(),
  unique (id, owner_id),
  constraint playlist_group_place unique (owner_id, is_archived, position) deferrable
);
create index playlist_group_user_id on playlist_group (user_id);
create index playlist_group_picture_id on playlist_group (picture_id) where picture_id is not null;
comment on column playlist_group.user_id is 'Who made it, and gets it back when a team gives it up.';
comment on column playlist_group.owner_id is 'The team that owns it, else the user.';
comment on column playlist_group.status_id is 'What a channel that is dropped in becomes, unless it is private.';

create table playlist (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account (id),
  team_id text collate "C" references team (id),
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  kind text collate "C" not null default 'channel' check (kind in ('channel', 'direct_publish', 'watch_later')),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  tags text[] not null default '{}' check (cardinality(tags) <= 50),
  words text not null generated always as (searched_words(name, tags)) stored,
  status_id smallint not null check (status_id between 1 and 3),
  public_since timestamptz,
  adult boolean not null default false,
  slug text collate "C" unique check (slug ~ '^[a-z0-9-]{3,50}$'),
  finished boolean not null default false,
  default_rank integer check (default_rank >= 0),
  listing_rank bigint generated always as (
    case when kind = 'channel' and status_id = 3
      then coalesce(default_rank, 9000000000000000 - (extract(epoch from public_since at time zone 'utc') * 1000000)::bigint) end
  ) stored,
  is_archived boolean not null default false,
  is_left boolean not null default false,
  group_id text collate "C",
  section text collate "C" generated always as (
    case when kind <> 'channel' or group_id is not null then null
      when is_archived then 'archive' when status_id = 3 then 'public' when is_left then 'left' else 'other' end
  ) stored,
  position bigint not null,
  created_at timestamptz not null default now(),
  foreign key (group_id, owner_id) references playlist_group (id, owner_id),
  check ((status_id = 3) = (public_since is not null)),
  check (not (is_archived and group_id is not null)),
  check (kind = 'channel' or (team_id is null and group_id is null and not is_archived and status_id = case kind when 'direct_publish' then 3 else 1 end)),
  constraint playlist_place unique (owner_id, section, position) deferrable,
  constraint playlist_group_member unique (group_id, position) deferrable
);
create unique index playlist_one_of_a_kind on playlist (user_id, kind) where kind <> 'channel';
create index playlist_user_id on playlist (user_id);
create index playlist_picture_id on playlist (picture_id) where picture_id is not null;
create index playlist_listing on playlist (listing_rank, id) where listing_rank is not null;
create index playlist_words on playlist using gin (words gin_trgm_ops);
comment on column playlist.user_id is 'Who made it, and gets it back when a team gives it up.';
comment on column playlist.owner_id is 'The team that owns it, else the user.';
comment on column playlist.kind is 'Each user has one direct_publish (public) and one watch_later (private) channel, made on first need.';
comment on column playlist.words is 'Name and tags as they are looked for; each word has a space before it.';
comment on column playlist.status_id is '1 private, 2 private link, 3 public.';
comment on column playlist.slug is 'Leads here only while the channel is public; stays taken otherwise.';
comment on column playlist.default_rank is 'Set by the operator: shown to everybody first, in this order.';
comment on column playlist.listing_rank is 'One ascending key for the list of public channels: the operator''s choice, then the newest.';
comment on column playlist.section is 'Where it stands in the bar of its owner; null in a group and for the special kinds.';

create table shortcut (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  user_id text collate "C" not null references account (id),
  team_id text collate "C" references team (id),
  owner_id text collate "C" not null generated always as (coalesce(team_id, user_id)) stored,
  tier_id text collate "C" not null,
  is_left boolean not null default false,
  position bigint not null,
  created_at timestamptz not null default now(),
  unique (owner_id, tier_id),
  constraint shortcut_place unique (owner_id, is_left, position) deferrable
);
create index shortcut_user_id on shortcut (user_id);
comment on table shortcut is 'A package (tier) that stands in the bar of its owner.';

create table series (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  playlist_id text collate "C" not null references playlist (id) on update cascade on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  description text not null default '' check (char_length(description) <= 5000),
  type text collate "C" check (type = 'header'),
  home_video_id text collate "C",
  position bigint not null,
  created_at timestamptz not null default now(),
  constraint series_place unique (playlist_id, position) deferrable
);
create unique index series_one_header on series (playlist_id) where type = 'header';
comment on column series.type is 'header: the opening banner of its channel.';
comment on column series.home_video_id is 'The video chosen as home; null: the first one is.';

create table video (
  id text collate "C" primary key check (id ~ '^[A-Za-z0-9]{11}$'),
  series_id text collate "C" not null references series (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 255),
  description text not null default '' check (char_length(description) <= 5000),
  picture_id text collate "C" references picture,
  src text not null check (char_length(src) <= 2048),
  kind text collate "C" not null,
  site text not null,
  embed_url text,
  content_type text,
  duration integer check (duration >= 0),
  published_at timestamptz not null default now(),
  adult boolean not null default false,
  go_to text check (char_length(go_to) <= 2048),
  go_to_title text check (char_length(go_to_title) <= 255),
  more_title text check (char_length(more_title) <= 255),
  more_info_title text check (char_length(more_info_title) <= 255),
  more_description text check (char_length(more_description) <= 5000),
  more_picture_id text collate "C" references picture,
  copied_video_id text collate "C",
  position bigint not null,
  created_at timestamptz not null default now(),
  unique (series_id, id),
  constraint video_place unique (series_id, position) deferrable
);
create index video_picture_id on video (picture_id) where picture_id is not null;
create index video_more_picture_id on video (more_picture_id) where more_picture_id is not null;
comment on column video.src is 'An http(s) address, or a path on this host.';
comment on column video.kind is 'How src plays, worked out when it was set.';
comment on column video.site is 'Name of the source as it is shown.';
comment on column video.embed_url is 'A player''s frame or a media file that the page at src named.';
comment on column video.content_type is 'Media type of what answered at src.';
comment on column video.duration is 'Seconds; null when nobody knows.';
comment on column video.published_at is 'The source''s own date, else when it was added.';
comment on column video.copied_video_id is 'What this is a copy of, which may be gone by now.';

alter table series add foreign key (id, home_video_id) references video (series_id, id);

-- A series has exactly one home video: the chosen one, else its first. A chosen one that goes passes the honour on.
create function pass_home_on() returns trigger language plpgsql as $$
begin
  update series set home_video_id = (
    select id from video where series_id = old.series_id and id <> old.id order by position < old.position, position limit 1
  ) where id = old.series_id and home_video_id = old.id;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger video_leaves before delete on video for each row execute function pass_home_on();
create trigger video_moves_away before update of series_id on video for each row
  when (old.series_id <> new.series_id) execute function pass_home_on();

-- Each word of the keyword must be part of a word of the channel's, or nearly be one or the beginning of one. Trigrams find who
-- comes into question: two letters changed places leave about a fifth of them, so the extension's own threshold is too strict.
create function playlists_like(keyword text) returns table (id text, score real) stable language sql
  set pg_trgm.word_similarity_threshold = 0.2
begin atomic
  select playlist.id, word_similarity(looked_for, words) + similarity(looked_for, words)
  from folded(keyword) looked_for, playlist
  where looked_for <% words and not exists (
    -- levenshtein() takes 255 characters; a sign such as ㎯ unfolds into six.
    select from (select left(part, 255) sought from regexp_split_to_table(trim(looked_for), '\s+') part) sought
    cross join lateral (select case when length(sought) < 4 then 0 when length(sought) < 5 then 1 else 2 end) allowed (mistakes)
    where not exists (
      select from (select left(part, 255) word from regexp_split_to_table(trim(words), '\s+') part) word
      where strpos(word, sought) > 0
        or levenshtein_less_equal(sought, word, mistakes) <= mistakes
        or levenshtein_less_equal(sought, left(word, length(sought)), mistakes) <= mistakes
    )
  );
end;
comment on function playlists_like is 'Channels whose name or tags resemble the keyword, whoever may see them; a higher score is nearer.';
