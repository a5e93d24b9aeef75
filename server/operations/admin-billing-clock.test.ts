import { expect, test } from 'vitest'
import { startTestServer } from '#test/serve.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { moveBillingClock } from './admin-billing-clock.ts'

const { db, guest } = await startTestServer({ PAYMENTS: 'sandbox', WORKER: 'off' })
const readClock = async () => (await guest(subscriptionsContract.getBillingClock, {})).now

test('the clock of subscriptions is set, keeps running, and is turned off', async () => {
  expect(await moveBillingClock(db, { payments: 'sandbox' }, '2030-01-31T12:00:00+01:00')).toContain('2030-01-31T11:00:00.000Z')
  expect(await readClock()).toMatch(/^2030-01-31T11:00/)
  await moveBillingClock(db, { payments: 'sandbox' }, '2031-02-28T12:00:00Z')
  expect(await readClock()).toMatch(/^2031-02-28T12:00/)
  expect(await moveBillingClock(db, { payments: 'sandbox' }, 'off')).toContain('the real time')
  expect(await readClock()).toBeNull()
})

test('a new time renews due subscriptions, without waiting for the next minute', async () => {
  await db.deleteFrom('job').execute()
  for (const time of ['2030-01-31T12:00:00Z', '2030-02-28T12:00:00Z']) await moveBillingClock(db, { payments: 'sandbox' }, time)
  expect(await db.selectFrom('job').select(['name', 'state']).execute()).toEqual([{ name: 'subscription-renewals', state: 'waiting' }])
  await moveBillingClock(db, { payments: 'sandbox' }, 'off')
})

test('unreadable times are refused, and any time unless payments are simulated', async () => {
  await expect(moveBillingClock(db, { payments: 'sandbox' }, 'tomorrow')).rejects.toThrow('Give a time such as')
  for (const payments of ['mollie', 'off'])
    for (const input of ['2030-01-31T12:00:00Z', 'off'])
      await expect(moveBillingClock(db, { payments }, input)).rejects.toThrow('only with simulated payments')
  expect(await readClock()).toBeNull()
})
