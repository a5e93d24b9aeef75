-- Introductions of the main views as operators write them.

create table welcome_version (
  id bigint generated always as identity primary key,
  page text collate "C" not null check (page in ('home', 'globe', 'heart', 'tv', 'user', 'directPublish', 'watchLater')),
  state text collate "C" not null check (state in ('draft', 'published', 'undone')),
  content jsonb,
  starts_at timestamptz,
  ends_at timestamptz,
  saved_at timestamptz not null default now(),
  saved_by text collate "C" references account on delete set null,
  check (starts_at < ends_at)
);
comment on table welcome_version is 'Versions of the introductions. The last published one whose time has come and not passed is shown; without one, the product''s own.';
comment on column welcome_version.content is 'Title and text in both languages, pictures and carousels. Null: the product''s own.';
comment on column welcome_version.state is 'draft: one of each page, seen by operators only. undone: published, and taken back.';
comment on column welcome_version.starts_at is 'Null: at once.';
comment on column welcome_version.ends_at is 'Null: never.';
create unique index welcome_version_draft on welcome_version (page) where state = 'draft';
create index welcome_version_page on welcome_version (page, id desc);
create index welcome_version_saved_by on welcome_version (saved_by) where saved_by is not null;

create table welcome_picture (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  picture_id text collate "C" not null references picture,
  added_at timestamptz not null default now()
);
comment on table welcome_picture is 'Pictures that operators uploaded for introductions.';
create index welcome_picture_picture_id on welcome_picture (picture_id);
