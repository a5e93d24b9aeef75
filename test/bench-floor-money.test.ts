import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moneyStatements } from '../scripts/bench/floor-money.ts'
import { startBillingSite } from './billing.ts'

const { server, db, makeTier, withBalance, subscribe } = await startBillingSite()

test('the floor of the wallet page gives the same responses as the product', async () => {
  const user = await withBalance(2000)
  for (const price of [499, 250]) await subscribe(user, await makeTier(price))
  for (const [name, path] of Object.entries({
    wallet: '/api/wallet',
    subscriptions: '/api/subscriptions',
    transactions: '/api/transactions',
  }) as [keyof typeof moneyStatements, string][]) {
    const response = await server.app.inject({ url: path, headers: { authorization: `Bearer ${user.token}` } })
    const { rows } = await sql.raw<Record<string, string>>(moneyStatements[name].replaceAll('$1', `'${user.id}'`)).execute(db)
    const floor = JSON.parse(Object.values(rows[0]!)[0]!) as object
    // Corrects `top_ups`, because the benchmark's product has no payments.
    expect({ [name]: name === 'wallet' ? { ...floor, top_ups: 'test' } : floor }).toEqual({ [name]: response.json() })
  }
})
