-- Places of the relay, which all instances share.
create unlogged table relay_place (
  holder bytea not null check (length(holder) = 32),
  session bytea not null check (length(session) = 32),
  stream text collate "C" not null check (length(stream) <= 40),
  is_busy boolean not null,
  seen_at timestamptz not null,
  primary key (holder, session, stream)
) with (fillfactor = 50);
create index relay_place_seen_at on relay_place (seen_at);
comment on table relay_place is 'Streams that viewers watch through the relay, at any instance. Unlogged: after a crash, viewers take their places again.';
comment on column relay_place.holder is 'SHA-256 of the user, or of a guest''s address: no address is stored.';
comment on column relay_place.session is 'SHA-256 of the browser''s session.';
comment on column relay_place.stream is 'The TV channel, and `live` or the id of what plays.';
comment on column relay_place.is_busy is 'Whether a long response is being sent, so that the place is not given away.';
comment on column relay_place.seen_at is 'The last use. A place is free 45 seconds later.';
