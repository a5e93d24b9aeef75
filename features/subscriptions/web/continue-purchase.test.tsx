import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageHistory } from '#shell/navigation.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { ContinuePurchase, RetryPurchase } from './ContinuePurchase.tsx'
import { discardPurchase, storePurchase, readPurchase } from './stored-purchase.ts'

const performAction = vi.hoisted(() => vi.fn<(id: string, subject: unknown) => Promise<void>>(async () => {}))
vi.mock('#shell/perform-action.ts', () => ({ performAction }))
/** The page of the purchase, and the page to which the payment provider returns. */
const [purchasePath, returnPath] = ['/en/tiers?tier=Ti5Mx2KcV8n', '/en/settings?view=wallet&payment=Pm4Kx9TbW2e']

let root: Root
let tier: Record<string, unknown>
let subscriptions: object[]
const page = document.createElement('div')
const purchase = { tierId: 'Ti5Mx2KcV8n', couponCode: 'WELCOME50' }
/** The user leaves for the payment provider: the payment dialog never closes. */
const leaveForPayment = () => void storePurchase(purchase, () => new Promise(() => {}))

beforeEach(() => {
  pageHistory.replace(purchasePath)
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  tier = { id: purchase.tierId, name: 'Films', price: '5.99', is_subscribed: false, is_archived: false }
  subscriptions = []
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      new Response(JSON.stringify(url === '/api/subscriptions' ? subscriptions : tier), {
        headers: { 'content-type': 'application/json' },
      }),
    ),
  )
  root = createRoot(page)
})
afterEach(async () => {
  await act(async () => root.unmount())
  discardPurchase()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
async function show(Part = ContinuePurchase) {
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Part />
      </QueryClientProvider>,
    ),
  )
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)))
}
const button = () => page.querySelector('button')

test('continues with the current price and the typed code, once', async () => {
  leaveForPayment()
  pageHistory.replace(returnPath)
  await show()
  expect(button()!.textContent).toBe('Continue: Films')
  performAction.mockImplementationOnce(async () => expect(pageHistory.get().href).toBe(purchasePath))
  await act(async () => button()!.click())
  expect(performAction.mock.calls).toMatchObject([
    ['tier.subscribe', { id: purchase.tierId, tier: { name: 'Films', price: '5.99' }, couponCode: 'WELCOME50' }],
  ])
  expect([button(), readPurchase()]).toEqual([null, undefined])
})

test('after a failed payment, the purchase can be retried', async () => {
  leaveForPayment()
  await show(RetryPurchase)
  expect(button()!.textContent).toBe('Try again: Films')
})

test('offers nothing without a purchase, for a package that the user has, or one that is no longer sold', async () => {
  await show()
  expect(button()).toBeNull()
  for (const state of ['is_subscribed', 'is_archived']) {
    leaveForPayment()
    tier[state] = true
    await act(async () => root.render(null))
    await show()
    expect(button()).toBeNull()
  }
})

test('without a purchase, offers to resume subscriptions that ended for lack of balance', async () => {
  const subscription = { tier_id: purchase.tierId, tier_name: 'Films', is_lapsed: true, is_archived: false }
  subscriptions = [
    { ...subscription, id: 'lapsed' },
    { ...subscription, id: 'running', is_lapsed: false },
    { ...subscription, id: 'archived', is_archived: true },
  ]
  const links = () => [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  await show()
  expect(links()).toEqual([['Resume Films', `/en/tiers?tier=${purchase.tierId}`]])
  await act(async () => root.render(null))
  await show(RetryPurchase)
  expect(links()).toEqual([])
  await act(async () => root.render(null))
  leaveForPayment()
  await show()
  expect([links(), button()!.textContent]).toEqual([[], 'Continue: Films'])
})

test('a purchase is stored for an hour, and unreadable ones are ignored', () => {
  vi.useFakeTimers()
  leaveForPayment()
  vi.advanceTimersByTime(3_599_000)
  expect(readPurchase()).toEqual({ ...purchase, address: purchasePath })
  vi.advanceTimersByTime(1_001)
  expect(readPurchase()).toBeUndefined()
  sessionStorage.setItem('purchase', '{')
  expect(readPurchase()).toBeUndefined()
})
