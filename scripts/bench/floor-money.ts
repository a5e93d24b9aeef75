// The floor of the wallet page and of purchases: the same responses as the product's, each by one statement with one parameter.
const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const euros = (cents: string) => `to_char(${cents} / 100.0, 'FM999999990.00')`

/** SQL: the latest entry of a user's account. */
const latestBalanceSql = (
  kind: string,
) => `coalesce((select entry.balance_after from ledger_account as own join ledger_entry as entry on entry.account_id = own.id
  where own.user_id = $1 and own.kind = '${kind}' order by entry.number desc limit 1), 0)`

export const moneyStatements = {
  three_inserts: `
    insert into bare_money (user_id, thing) values ($1::json->>'user_id', $1::json->>'thing') returning json_build_object('id', id)::text`,
  wallet: `
    select json_build_object('balance', ${euros(latestBalanceSql('wallet'))}, 'pending', ${euros(`(
        select coalesce(sum(amount), 0) from payment where user_id = $1 and status = 'open')`)},
      'debt', ${euros(latestBalanceSql('debt'))}, 'top_ups', 'off')::text`,
  subscriptions: `
    select json_agg(json_build_object('id', subscription.id, 'tier_id', tier.id, 'tier_name', tier.name, 'active_from', ${isoTime('active_from')},
      'active_to', ${isoTime('active_to')}, 'price', ${euros('subscription.price')}, 'renews', true, 'next_charge_at', ${isoTime('active_to')},
      'next_charge', ${euros('tier.price')}, 'is_lapsed', false, 'is_archived', false) order by subscription.created_at)::text
    from subscription join tier on tier.id = subscription.tier_id where subscription.user_id = $1 and ended_at is null`,
  transactions: `
    select json_build_object('data', json_agg(json_build_object('id', id, 'tier_name', tier_name, 'date_at', ${isoTime('created_at')}, 'amount', ${euros('amount')},
      'type', cause_type, 'is_paid', true, 'status', null, 'balance_after', ${euros('balance_after')}, 'receipt_url', '/api/receipts/' || id) order by created_at desc, id desc),
      'next_cursor', null)::text
    from (
      select t.id, t.created_at, t.cause_type, t.details ->> 'tier_name' as tier_name, e.amount, e.balance_after
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
      where a.user_id = $1 order by t.created_at desc, t.id desc limit 50) as item`,
}
