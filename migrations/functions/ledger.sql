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
  entries bigint;
  total numeric;
begin
  select count(*), coalesce(sum(amount), 0) into entries, total from ledger_entry where transaction_id = new.id;
  if entries < 2 or total <> 0 then
    raise exception 'a ledger transaction must balance to zero' using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end $$;
comment on function demand_balanced_transaction is 'At the commit, a new transaction has at least two entries, and their sum is zero.';

drop trigger if exists ledger_transaction_balanced on ledger_transaction;
create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function demand_balanced_transaction();

create or replace function demand_balanced_entries() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(amount) <> 0) then
    raise exception 'a ledger transaction must balance to zero' using errcode = 'check_violation', constraint = 'ledger_entry_balanced';
  end if;
  return null;
end $$;
comment on function demand_balanced_entries is 'Entries of a transaction are inserted by one statement, in which they balance. So entries added later balance too.';

drop trigger if exists ledger_entry_balanced on ledger_entry;
create trigger ledger_entry_balanced after insert on ledger_entry referencing new table as inserted
  for each statement execute function demand_balanced_entries();

create or replace function post_to_ledger(
  cause_type text, cause_id text, owner_id text, amount bigint, site_kinds text[], site_amounts bigint[], may_owe boolean, payment_id text,
  details jsonb, posted_at timestamptz default null
) returns text
-- Without sequential scans, a plan made while the ledger was small stays fast: the cost must not grow with the entries.
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_variable
declare
  wallet_id integer;
  debt_id integer;
  wallet_number integer := 0;
  wallet_balance bigint := 0;
  debt_number integer := 0;
  debt_balance bigint := 0;
  to_debt bigint := 0;
  posted text;
begin
  if owner_id is not null then
    select a.id into wallet_id from ledger_account a where a.user_id = owner_id and a.kind = 'wallet' for update;
    if wallet_id is null then
      insert into ledger_account (kind, user_id) select kind, owner_id from unnest(array['wallet', 'debt']) as kind on conflict do nothing;
      select a.id into wallet_id from ledger_account a where a.user_id = owner_id and a.kind = 'wallet' for update;
    end if;
    -- Reads after the lock, to see the latest entries.
    select a.id, coalesce(w.number, 0), coalesce(w.balance_after, 0), coalesce(d.number, 0), coalesce(d.balance_after, 0)
      into debt_id, wallet_number, wallet_balance, debt_number, debt_balance
      from ledger_account a
        left join lateral (select e.number, e.balance_after from ledger_entry e where e.account_id = wallet_id order by e.number desc limit 1) as w on true
        left join lateral (select e.number, e.balance_after from ledger_entry e where e.account_id = a.id order by e.number desc limit 1) as d on true
      where a.user_id = owner_id and a.kind = 'debt';
  end if;

  if amount > 0 then
    to_debt := least(amount, -debt_balance);
  elsif amount < 0 and may_owe then
    to_debt := least(0, wallet_balance + amount);
  elsif debt_balance < 0 or wallet_balance + amount < 0 then
    if exists (select from ledger_transaction t where t.cause_type = cause_type and t.cause_id = cause_id) then return null; end if;
    raise exception 'the wallet does not hold this amount, or the user has debt' using errcode = 'check_violation', constraint = 'wallet_balance';
  end if;

  with fresh as (
    insert into ledger_transaction (cause_type, cause_id, payment_id, details, created_at)
    values (cause_type, cause_id, payment_id, details, coalesce(posted_at, clock_timestamp()))
    on conflict do nothing returning id),
  waiting as (insert into receipt_to_number (transaction_id) select id from fresh where owner_id is not null),
  entries as (
    insert into ledger_entry (transaction_id, account_id, account_kind, amount, number, balance_after)
    select fresh.id, entry.* from fresh cross join (
      select wallet_id, 'wallet', amount - to_debt, wallet_number + 1, wallet_balance + amount - to_debt where amount <> to_debt or (amount = 0 and owner_id is not null)
      union all select debt_id, 'debt', to_debt, debt_number + 1, debt_balance + to_debt where to_debt <> 0
      union all select a.id, a.kind, site.amount, null, null
        from unnest(site_kinds, site_amounts) as site (kind, amount) join ledger_account a on a.kind = site.kind and a.kind not in ('wallet', 'debt')
        where site.amount <> 0 or (amount = 0 and owner_id is not null)) as entry)
  select id into posted from fresh;
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
