alter table subscription
  add column lapsed_at timestamptz,
  add column warned_for timestamptz;
comment on column subscription.lapsed_at is 'When it ended because the wallet didn''t hold the price of the next period.';
comment on column subscription.warned_for is 'The end of the period about which the user was warned that the balance is too low.';

create table subscription_period (
  subscription_id text collate "C" not null references subscription (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price integer not null check (price >= 0),
  primary key (subscription_id, starts_at),
  check (ends_at > starts_at)
);
comment on table subscription_period is 'Paid periods: each is charged once, whichever worker renews it.';

create table coupon (
  id text collate "C" default random_id() primary key,
  code text collate "C" not null check (code ~ '^[A-Z0-9]{4,32}$'),
  percent smallint check (percent between 1 and 100),
  amount integer check (amount > 0),
  tier_id text collate "C" references tier (id) on delete cascade,
  expires_at timestamptz,
  batch text,
  redeemed_at timestamptz,
  redeemed_by text collate "C" references account (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint coupon_code unique (code),
  check (num_nonnulls(percent, amount) = 1)
);
create index coupon_tier_id on coupon (tier_id) where tier_id is not null;
create index coupon_redeemed_by on coupon (redeemed_by) where redeemed_by is not null;
create index coupon_created on coupon (created_at desc, id desc);
comment on table coupon is 'Single use: redeemed in the transaction that charges the first period of a subscription.';

-- A purchase for nothing has entries of zero cents, so that it has a receipt.
alter table ledger_entry drop constraint ledger_entry_amount_check;
