create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is never changed: post a reversing transaction' using errcode = 'restrict_violation';
end $$;
comment on function refuse_ledger_change is 'Entries and transactions of the ledger are only inserted.';

create or replace trigger ledger_transaction_unchanged before update or delete on ledger_transaction
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_entry_unchanged before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_transaction_not_emptied before truncate on ledger_transaction
  for each statement execute function refuse_ledger_change();
create or replace trigger ledger_entry_not_emptied before truncate on ledger_entry
  for each statement execute function refuse_ledger_change();

create or replace function demand_balanced_transaction() returns trigger language plpgsql as $$
declare
  balance record;
begin
  select count(*) as entries, coalesce(sum(amount), 0) as total into balance
    from ledger_entry where transaction_id = case tg_table_name when 'ledger_entry' then to_jsonb(new) ->> 'transaction_id' else to_jsonb(new) ->> 'id' end;
  if balance.entries < 2 or balance.total <> 0 then
    raise exception 'a ledger transaction must balance to zero' using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end $$;
comment on function demand_balanced_transaction is 'At the commit, a transaction has at least two entries, and their sum is zero.';

drop trigger if exists ledger_transaction_balanced on ledger_transaction;
create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function demand_balanced_transaction();
drop trigger if exists ledger_entry_balanced on ledger_entry;
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function demand_balanced_transaction();

create or replace function post_to_ledger(
  cause_type text, cause_id text, owner_id text, amount bigint, site_kinds text[], site_amounts bigint[], may_owe boolean, payment_id text,
  details jsonb, posted_at timestamptz default null
) returns text language plpgsql as $$
#variable_conflict use_variable
declare
  wallet_id integer;
  debt_id integer;
  wallet record;
  debt record;
  to_wallet bigint;
  to_debt bigint;
  posted text;
begin
  if owner_id is not null then
    insert into ledger_account (kind, user_id)
      select kind, owner_id from unnest(array['wallet', 'debt']) as kind
      where not exists (select from ledger_account a where a.user_id = owner_id and a.kind = 'debt')
      on conflict do nothing;
  end if;
  select a.id into wallet_id from ledger_account a where a.user_id = owner_id and a.kind = 'wallet' for update;
  select a.id into debt_id from ledger_account a where a.user_id = owner_id and a.kind = 'debt';
  insert into ledger_transaction (cause_type, cause_id, payment_id, details, created_at)
    values (cause_type, cause_id, payment_id, details, coalesce(posted_at, clock_timestamp()))
    on conflict do nothing returning id into posted;
  if posted is null then return null; end if;

  select coalesce(max(e.number), 0) as number, coalesce((array_agg(e.balance_after))[1], 0) as balance into wallet
    from (select * from ledger_entry where account_id = wallet_id order by ledger_entry.number desc limit 1) as e;
  select coalesce(max(e.number), 0) as number, coalesce((array_agg(e.balance_after))[1], 0) as balance into debt
    from (select * from ledger_entry where account_id = debt_id order by ledger_entry.number desc limit 1) as e;

  if amount = 0 and debt.balance < 0 then
    raise exception 'the user has debt' using errcode = 'check_violation', constraint = 'wallet_balance';
  elsif amount >= 0 then
    to_debt := least(amount, -debt.balance);
  elsif may_owe then
    to_debt := least(0, wallet.balance + amount);
  elsif wallet.balance + amount < 0 or debt.balance < 0 then
    raise exception 'the wallet does not hold this amount' using errcode = 'check_violation', constraint = 'wallet_balance';
  else
    to_debt := 0;
  end if;
  to_wallet := amount - to_debt;

  if owner_id is not null then insert into receipt_to_number (transaction_id) values (posted); end if;
  insert into ledger_entry (transaction_id, account_id, account_kind, amount, number, balance_after)
    select posted, wallet_id, 'wallet', to_wallet, wallet.number + 1, wallet.balance + to_wallet where to_wallet <> 0 or (amount = 0 and owner_id is not null)
    union all select posted, debt_id, 'debt', to_debt, debt.number + 1, debt.balance + to_debt where to_debt <> 0
    union all select posted, a.id, a.kind, site.amount, null, null
      from unnest(site_kinds, site_amounts) as site (kind, amount) join ledger_account a on a.kind = site.kind
      where site.amount <> 0 or (amount = 0 and owner_id is not null);
  return posted;
end $$;
comment on function post_to_ledger is 'Posts a transaction of a user and the site; owner_id null: of the site alone. amount: cents to the wallet, negative: from it. 0: a purchase for nothing, whose entries are zero. Credits pay debt first. may_owe: an amount beyond the balance becomes debt; otherwise it breaks the constraint wallet_balance, as does any debt. posted_at: null is now. Returns the id of the transaction; null if its cause was posted before.';

create or replace function number_receipts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('receipt'));
  with fresh as (
    delete from receipt_to_number as waiting using ledger_transaction t where t.id = waiting.transaction_id
    returning t.id, t.created_at, extract(year from t.created_at at time zone 'Europe/Brussels')::smallint as year)
  insert into receipt (year, number, transaction_id)
    select year, row_number() over (partition by year order by created_at, id)
      + coalesce((select max(number) from receipt where receipt.year = fresh.year), 0), id
    from fresh;
end $$;
comment on function number_receipts is 'Gives the transactions that wait for a receipt the next numbers of their year.';
