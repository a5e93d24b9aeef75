import { expect, test } from 'vitest'
import { startBillingSite } from '#test/billing.ts'
import { packagesContract } from '#features/packages/contract.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { operatorContract } from '../contract.ts'

const { operator, makeTier, makeCoupon, newCode } = await startBillingSite()

test('the audit log has prices of packages in euros, before and after', async () => {
  const id = await makeTier(499)
  await operator.client(packagesContract.updateTier, { params: { id }, body: { price: '5.50' } })
  const { data } = await operator.client(operatorContract.listAudit, { query: { act: 'tier.updated' } })
  expect(data.filter(({ thing }) => thing?.id === id)).toMatchObject([{ before: { price: 4.99 }, after: { price: 5.5 } }])
})

test('the audit log has amounts of coupons in euros', async () => {
  const { id } = await makeCoupon({ code: newCode(), amount: '2.50' })
  await operator.client(subscriptionsContract.createCoupons, { body: { count: 2, batch: 'Euros', amount: '3.00' } })
  const listActs = async (act: 'coupon.created' | 'coupons.created') =>
    (await operator.client(operatorContract.listAudit, { query: { act } })).data
  expect((await listActs('coupon.created')).find(({ thing }) => thing?.id === id)).toMatchObject({ after: { amount: 2.5 } })
  expect((await listActs('coupons.created')).find(({ thing }) => thing?.name === 'Euros')).toMatchObject({ after: { amount: 3 } })
})
