-- Each sign-up has a mail and a link of its own, also several for one address: a later one by somebody else takes nothing away.

alter table sign_up add column mailbox text;
alter table sign_up add column mailed_at timestamptz;
update sign_up set mailbox = lower(email), mailed_at = case when token_hash is not null then created_at end;
alter table sign_up alter column mailbox set not null;
drop index sign_up_unconfirmed;
create index sign_up_mailbox on sign_up (mailbox);
comment on column sign_up.mailbox is 'Where mails to the address end up, as far as is known: without plus tag, and without dots at Gmail (mailboxKey in features/accounts/rules.ts).';
comment on column sign_up.mailed_at is 'When its mail was made; null until then.';
comment on column sign_up.token_hash is 'SHA-256 of what the mailed link holds. Null: not mailed yet, or nothing can be confirmed with it, because the address has an account; it then stands for the same answer to a login as any other.';
comment on column sign_up.password_hash is 'Null when only the address was given (the form comes after the mail), and once confirmed.';

create table known_device (
  device_hash bytea not null check (length(device_hash) = 32),
  account_id text collate "C" not null references account on delete cascade,
  expires_at timestamptz not null,
  primary key (device_hash, account_id)
);
create index known_device_account_id on known_device (account_id);
create index known_device_expires_at on known_device (expires_at);
comment on table known_device is 'Browsers that have logged in to an account: wrong passwords of others are not counted against them. Kept for 13 months after the latest login.';
comment on column known_device.device_hash is 'SHA-256 of the browser''s cookie, which is another one after each login.';
