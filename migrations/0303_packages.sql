create table tier (
  id text collate "C" default random_id() primary key,
  name text not null,
  description text not null default '',
  picture_id text collate "C" references picture (id),
  package_name text not null,
  price integer not null check (price between 0 and 50000),
  is_free boolean not null,
  position bigint not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check (is_free = (price = 0))
);
create index tier_picture_id on tier (picture_id) where picture_id is not null;
comment on table tier is 'Packages of TV channels and playlists. Tiers with one package_name are levels of one package.';
comment on column tier.price is 'Cents per month, tax included.';
comment on column tier.archived_at is 'No new subscriptions and no renewals since then. Running months are kept.';

create table tier_item (
  tier_id text collate "C" not null references tier (id) on delete cascade,
  tv_channel_id text collate "C" references tv_channel (id) on delete cascade,
  playlist_key bigint references playlist (key) on delete cascade,
  position integer not null,
  check (num_nonnulls(tv_channel_id, playlist_key) = 1),
  constraint tier_item_tv_channel unique (tier_id, tv_channel_id),
  constraint tier_item_playlist unique (tier_id, playlist_key)
);
create index tier_item_tv_channel_id on tier_item (tv_channel_id, tier_id) where tv_channel_id is not null;
create index tier_item_playlist_key on tier_item (playlist_key, tier_id) where playlist_key is not null;
comment on table tier_item is 'Contents of packages. A thing in at least one package, and in no free one, is locked for everybody without a subscription.';

create table subscription (
  id text collate "C" default random_id() primary key,
  user_id text collate "C" not null references account (id) on delete cascade,
  tier_id text collate "C" not null references tier (id) on delete cascade,
  active_from timestamptz not null,
  active_to timestamptz not null,
  price integer not null check (price >= 0),
  renews boolean not null default true,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (active_to > active_from)
);
create unique index subscription_running on subscription (user_id, tier_id) where ended_at is null;
create index subscription_tier_id on subscription (tier_id);
create index subscription_due on subscription (active_to) where ended_at is null;
comment on column subscription.active_from is 'The anchor: all periods are counted from it by calendar months in Europe/Brussels.';
comment on column subscription.active_to is 'End of the paid period.';
comment on column subscription.price is 'Cents paid for the present period.';
comment on column subscription.ended_at is 'When it lapsed or ended. Without it, a subscription that renews gives access even after active_to, until the late job decides.';

create table billing_clock (
  is_set boolean primary key default true check (is_set),
  lead_seconds double precision not null
);
comment on table billing_clock is 'Rehearsal of renewals, only with simulated payments: how far the clock of subscriptions is ahead.';

alter table video
  add column paid_playlist_key bigint references playlist (key) on delete set null,
  add column is_origin_lost boolean not null default false;
create index video_paid_playlist_key on video (paid_playlist_key) where paid_playlist_key is not null;
comment on column video.paid_playlist_key is 'The playlist in a package from which it was copied, directly or not: users who may play that may play the copy.';
comment on column video.is_origin_lost is 'It was copied from a thing in a package that was deleted since: only its editors play it. Set by triggers.';

alter table shortcut add constraint shortcut_tier_id_fkey foreign key (tier_id) references tier (id) on delete cascade;
create index shortcut_tier_id on shortcut (tier_id);
