-- Loose limits slide: the calls of a window are counted in slots, and a slot leaves the window as a whole.
drop table rate_count;
create unlogged table rate_count (
  key bytea not null check (length(key) = 32),
  slot bigint not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, slot)
);
create index rate_count_expires_at on rate_count (expires_at);
comment on table rate_count is 'Loose limits on very frequent calls: what all instances together counted in one slot of a sliding window.';
comment on column rate_count.key is 'SHA-256 of what is limited and whom, letter case folded: no address or name is kept.';
comment on column rate_count.slot is 'Slots since 1970; a slot lasts a sixtieth of the window.';
comment on column rate_count.expires_at is 'The slot is outside the window from here on.';
