-- Web push: browsers that have asked to be told also when no page is open.

create table push_subscription (
  session_id text collate "C" primary key references session on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  created_at timestamptz not null default now()
);
comment on table push_subscription is 'Where a browser is told, and with which keys: as long as its login lasts.';
comment on column push_subscription.endpoint is 'An address of the browser''s maker, which the browser named.';
comment on column push_subscription.p256dh is 'The browser''s public key, a point of P-256 that is not compressed. What is sent is encrypted for it.';
