-- The search index. Triggers note what changed, and a job writes tokens; what becomes hidden leaves the index
-- with the change itself.
create table search_document (
  id bigint generated always as identity primary key,
  subject text collate "C" not null check (subject in ('channel', 'package', 'playlist', 'series', 'video', 'user')),
  key text collate "C" not null,
  playlist_key bigint,
  owner_id text collate "C",
  scope text collate "C" check (scope in ('public', 'adult')),
  name text collate "C" not null,
  name_tokens text[] collate "C" not null,
  tag_tokens text[] collate "C" not null,
  tokens text[] collate "C" not null,
  popularity smallint not null,
  added_at timestamptz not null,
  published_at timestamptz not null,
  unique (subject, key)
);
create index search_document_owner on search_document (owner_id, subject);
create index search_document_playlist on search_document (playlist_key) where playlist_key is not null;
comment on table search_document is 'Things as they are searched.';
comment on column search_document.key is 'Its id; of a playlist its key, because its id changes with a new private link.';
comment on column search_document.playlist_key is 'Its channel.';
comment on column search_document.scope is 'public; adult: public, for users who see adult content; null: only for its owner.';
comment on column search_document.name is 'Its name, folded.';
comment on column search_document.tokens is 'Of its name, tags and description.';
comment on column search_document.popularity is 'From 0 to 999.';

create table search_term (
  subject text collate "C" not null,
  scope text collate "C" not null,
  term text collate "C" not null,
  rank integer not null,
  document_id bigint not null,
  primary key (subject, scope, term, rank, document_id)
);
create index search_term_document on search_term (document_id);
comment on table search_term is 'Tokens of public documents: a search reads a limited number of rows of each token, the best first.';
comment on column search_term.rank is 'Lowest first: tokens of names, of tags, of descriptions; each by popularity.';

create table search_vocabulary (
  word text collate "C" primary key,
  stem text collate "C" not null,
  uses integer not null default 0
);
create index search_vocabulary_beginning on search_vocabulary (left(word, 3), uses desc);
create index search_vocabulary_stem on search_vocabulary (stem);
create index search_vocabulary_trigrams on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
comment on table search_vocabulary is 'All tokens of documents, for beginnings, typing errors and stems.';
comment on column search_vocabulary.uses is 'In how many documents it was indexed; never lowered.';

create table search_change (
  subject text collate "C" not null,
  key text collate "C" not null,
  changed_at timestamptz not null default now(),
  primary key (subject, key)
);
comment on table search_change is 'Things whose documents are to be written or deleted by the job.';

insert into search_change (subject, key)
  select 'channel', id from tv_channel union all select 'package', id from tier union all select 'playlist', key::text from playlist
  union all select 'series', id from series union all select 'video', id from video union all select 'user', id from account where is_found;
