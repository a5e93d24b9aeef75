-- Whoever logs in with the nickname of a sign-up that waits to be confirmed is told to confirm it, as with its address.

alter table sign_up add column nickname_key text;
create index sign_up_nickname_key on sign_up (nickname_key) where password_hash is not null;
comment on column sign_up.nickname_key is 'What the nickname looks like, as in account; of a sign-up it is reserved for nobody.';
