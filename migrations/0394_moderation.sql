-- Warnings of users, notes about them among operators, and appeals.

create table user_warning (
  id text collate "C" primary key default random_id(),
  account_id text collate "C" not null references account on delete cascade,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index user_warning_account_id on user_warning (account_id, created_at desc);
comment on table user_warning is 'Warnings by moderators, shown to the user.';
comment on column user_warning.withdrawn_at is 'When an appeal was granted.';

create table user_note (
  id text collate "C" primary key default random_id(),
  account_id text collate "C" not null references account on delete cascade,
  author_id text collate "C" references account on delete set null,
  author_name text not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index user_note_account_id on user_note (account_id, created_at desc);
create index user_note_author_id on user_note (author_id);
comment on table user_note is 'Notes of operators about a user, which are only added to.';
comment on column user_note.author_name is 'Stays when the author''s account is deleted.';

create table appeal (
  id text collate "C" primary key default random_id(),
  account_id text collate "C" not null references account on delete cascade,
  warning_id text collate "C" references user_warning on delete cascade,
  secret_hash bytea not null,
  expires_at timestamptz not null,
  text text check (length(text) between 1 and 2000),
  made_at timestamptz,
  is_granted boolean,
  word text check (length(word) between 1 and 1000),
  decided_at timestamptz,
  constraint appeal_secret unique (secret_hash),
  constraint appeal_made check ((text is null) = (made_at is null)),
  constraint appeal_decided check (num_nulls(is_granted, word, decided_at) in (0, 3) and (decided_at is null or made_at is not null))
);
create index appeal_account_id on appeal (account_id);
create index appeal_warning_id on appeal (warning_id);
create index appeal_open on appeal (made_at, id) where made_at is not null and decided_at is null;
comment on table appeal is 'Possible and made appeals, one per warning and suspension. The mail about it has the link.';
comment on column appeal.warning_id is 'Null: against the suspension.';
comment on column appeal.word is 'The operator''s answer, mailed to the user.';
