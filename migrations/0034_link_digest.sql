-- Mails about links that are gone: when somebody had the last, and whether they want any.

create table link_digest (
  account_id text collate "C" primary key references account on delete cascade,
  is_on boolean not null default true,
  token text collate "C" not null unique default replace(gen_random_uuid()::text, '-', ''),
  mailed_at timestamptz
);
comment on table link_digest is 'No row: never mailed, and nothing said against it.';
comment on column link_digest.token is 'Ends the mails without a login: in the header List-Unsubscribe of each. Good for nothing else.';
comment on column link_digest.mailed_at is 'The last mail: one a week at most.';
