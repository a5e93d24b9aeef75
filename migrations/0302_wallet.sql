-- The ledger: double entry in integer cents. Credits are positive: a wallet's balance is what the site owes its user, the provider's account
-- is negative by what the provider collected. Transactions and entries are never changed or deleted; post_to_ledger() writes them.

create table ledger_account (
  id integer generated always as identity primary key,
  kind text collate "C" not null check (kind in ('wallet', 'debt', 'provider', 'revenue', 'vat', 'adjustments')),
  user_id text collate "C" references account (id) on delete set null,
  unique (id, kind)
);
create unique index ledger_account_of_user on ledger_account (user_id, kind) where user_id is not null;
create unique index ledger_account_of_site on ledger_account (kind) where kind not in ('wallet', 'debt');
comment on table ledger_account is 'The row of a wallet is locked before anything is posted to it or to its user''s debt.';
comment on column ledger_account.user_id is 'Of a wallet or debt: null after the account was deleted. The books are kept.';
insert into ledger_account (kind) values ('provider'), ('revenue'), ('vat'), ('adjustments');

create table payment (
  id text collate "C" default random_id() primary key,
  user_id text collate "C" references account (id) on delete set null,
  provider text collate "C" not null check (provider in ('sandbox', 'mollie')),
  provider_id text collate "C",
  checkout_url text,
  amount integer not null check (amount between 100 and 50000),
  status text collate "C" not null default 'open' check (status in ('open', 'paid', 'failed', 'expired', 'refunded', 'charged_back')),
  problem text collate "C",
  language text collate "C" not null check (language in ('en', 'nl')),
  fetches integer not null default 0,
  applied_fetch integer not null default 0,
  checks smallint not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payment_of_provider unique (provider, provider_id)
);
create index payment_user_id on payment (user_id, created_at desc);
create index payment_next_check on payment (next_check_at) where next_check_at is not null;
comment on table payment is 'Top-ups of wallets. The row is stored before the provider is asked to create the payment; its id is the provider''s idempotency key.';
comment on column payment.provider_id is 'Null until the provider answered the creation.';
comment on column payment.amount is 'Cents.';
comment on column payment.problem is 'Why a payment that the provider calls paid was not credited.';
comment on column payment.fetches is 'Number of times its state was requested from the provider.';
comment on column payment.applied_fetch is 'The request whose answer was applied last. Answers to earlier requests are ignored.';
comment on column payment.next_check_at is 'When its state is requested again without a webhook; null: never.';

create table sandbox_payment (
  id text collate "C" primary key references payment (id) on delete cascade,
  status text collate "C" not null default 'open' check (status in ('open', 'paid', 'failed', 'expired')),
  refunded integer not null default 0,
  charged_back integer not null default 0,
  refund_ids text[] not null default '{}'
);
comment on table sandbox_payment is 'The state of payments at the simulated provider.';
comment on column sandbox_payment.refund_ids is 'Refunds that were made: a repeated one changes nothing.';

create table ledger_transaction (
  id text collate "C" default random_id() primary key,
  cause_type text collate "C" not null
    check (cause_type in ('payment', 'refund', 'chargeback', 'subscription', 'purchase_refund', 'adjustment')),
  cause_id text collate "C" not null,
  payment_id text collate "C" references payment (id),
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint ledger_transaction_once unique (cause_type, cause_id)
);
create index ledger_transaction_payment on ledger_transaction (payment_id) where payment_id is not null;
create index ledger_transaction_created on ledger_transaction (created_at desc, id desc);
comment on column ledger_transaction.cause_id is 'Names what caused it, so that a repeated cause posts once.';
comment on column ledger_transaction.details is 'For lists and receipts: the package''s name, rate of VAT, a note.';

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id text collate "C" not null references ledger_transaction (id),
  account_id integer not null,
  account_kind text collate "C" not null,
  amount bigint not null check (amount <> 0),
  number integer,
  balance_after bigint,
  foreign key (account_id, account_kind) references ledger_account (id, kind),
  constraint ledger_entry_number unique (account_id, number),
  constraint ledger_entry_running check ((account_kind in ('wallet', 'debt')) = (number is not null and balance_after is not null)),
  constraint ledger_entry_wallet check (account_kind <> 'wallet' or balance_after >= 0),
  constraint ledger_entry_debt check (account_kind <> 'debt' or balance_after <= 0)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
comment on column ledger_entry.amount is 'Cents.';
comment on column ledger_entry.number is 'Of a wallet or debt: 1, 2, 3 … without gaps.';
comment on column ledger_entry.balance_after is 'Of a wallet or debt: the sum of its entries up to this one.';

create table receipt (
  year smallint not null,
  number integer not null,
  transaction_id text collate "C" not null unique references ledger_transaction (id),
  primary key (year, number)
);
comment on table receipt is 'Numbers of receipts: per year of the transaction in Brussels, without gaps, in the order of the transactions.';

create table payment_refund (
  id text collate "C" default random_id() primary key,
  payment_id text collate "C" not null references payment (id),
  amount integer not null check (amount > 0),
  note text not null,
  operator_id text collate "C" references account (id) on delete set null,
  accepted_at timestamptz,
  created_at timestamptz not null default now()
);
create index payment_refund_payment_id on payment_refund (payment_id);
create index payment_refund_operator_id on payment_refund (operator_id);
comment on column payment_refund.accepted_at is 'When the provider accepted it. A repeated call then asks for nothing.';
comment on table payment_refund is 'Refunds by operators, stored before the provider is asked. The ledger follows what the provider confirms.';

create table receipt_to_number (
  transaction_id text collate "C" primary key references ledger_transaction (id)
);
comment on table receipt_to_number is 'Transactions of wallets that number_receipts() has not numbered yet.';
