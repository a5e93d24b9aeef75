import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { forUsers } from '#shell/feature.ts'
import { registerFeature } from '#shell/registry.ts'
import { WalletScreen } from './WalletScreen.tsx'

vi.mock('#shell/PersonalScreen.tsx', () => ({ PersonalScreen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))

let root: Root
let transactions: object[]
const page = document.createElement('div')
const partWith = (text: string) => () => Promise.resolve({ Part: () => <p>{text}</p> })

registerFeature({
  slots: [
    forUsers('wallet.note', 'app', partWith('A note'), 'Part'),
    forUsers('wallet.tiers', 'app', partWith('The packages'), 'Part'),
    forUsers('wallet.subscriptions', 'app', partWith('The subscriptions'), 'Part'),
  ],
})

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  storage.set('access_token', 'token')
  transactions = []
  vi.stubGlobal('fetch', (url: string) => {
    const response = url.startsWith('/api/wallet')
      ? { balance: '12.50', pending: '0.00', debt: '0.00', top_ups: 'on' }
      : { data: transactions, next_cursor: null }
    return Promise.resolve(new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  storage.remove('access_token')
  vi.unstubAllGlobals()
})

const expectText = (text: string) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(page.textContent).toContain(text)
  })
const choose = (tab: string) =>
  act(async () =>
    [...page.querySelectorAll('label')]
      .find(({ textContent }) => textContent === tab)!
      .querySelector('input')!
      .click(),
  )

const render = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <WalletScreen payment={undefined} />
      </QueryClientProvider>,
    ),
  )

test('an uncredited payment is listed as a top-up with its state', async () => {
  const payment = {
    tier_name: null,
    date_at: '2026-11-27T10:00:00.000Z',
    amount: '20.00',
    type: 'balance',
    is_paid: false,
    balance_after: null,
  }
  transactions = [
    { ...payment, id: 'Pm4Kx9TbW2e', status: 'failed', receipt_url: null },
    { ...payment, id: 'Pm5Kx9TbW2e', status: 'open', receipt_url: null },
  ]
  await render()
  await expectText('Being confirmed')
  expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Top-up27 November 2026€20.00Failed',
    'Top-up27 November 2026€20.00Being confirmed',
  ])
})

test('while the code of a note loads, the skeleton of the balance shows', async () => {
  let send = (_code: { Part: () => null }) => {}
  const loaded = new Promise<{ Part: () => null }>((resolve) => (send = resolve))
  registerFeature({ slots: [forUsers('wallet.note', 'app', () => loaded, 'Part')] })
  await render()
  const skeletons = () => page.querySelectorAll('[aria-busy] [aria-live]').length
  await expectText('€12.50')
  expect(skeletons()).toBe(1)
  await act(async () => send({ Part: () => null }))
  await vi.waitFor(() => expect(skeletons()).toBe(0))
})

test('the tabs show the transactions, and the parts of later features', async () => {
  await render()
  await expectText('€12.50')
  await expectText('A note')
  expect([...page.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(['Transactions', 'Packages', 'Subscriptions'])
  await choose('Packages')
  await expectText('The packages')
  await choose('Subscriptions')
  await expectText('The subscriptions')
  expect(page.textContent).not.toContain('The packages')
})
