import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import type { Subscription } from '../contract.ts'
import { ClockNote, WalletClockNote } from './ClockNote.tsx'
import { OwnSubscriptions } from './OwnSubscriptions.tsx'

const performAction = vi.hoisted(() => vi.fn<(id: string, subject: unknown) => Promise<void>>(async () => {}))
vi.mock('#shell/perform-action.ts', () => ({ performAction }))

const sample = (name: string, facts: Partial<Subscription> = {}): Subscription => ({
  id: name,
  tier_id: name,
  tier_name: name,
  active_from: '2026-01-04T10:00:00.000Z',
  active_to: '2026-05-04T10:00:00.000Z',
  price: '5.00',
  renews: true,
  next_charge_at: '2026-05-04T10:00:00.000Z',
  next_charge: '5.00',
  is_lapsed: false,
  is_archived: false,
  ...facts,
})
const endingSubscription = { renews: false, next_charge_at: null, next_charge: null }

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  performAction.mockClear()
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(element: ReactNode, answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(new Response(JSON.stringify(answers[url]), { headers: { 'content-type': 'application/json' } })),
  )
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const wallet = { balance: '10.00', pending: '0.00', debt: '0.00', top_ups: 'on' }

test('shows the next charge, end or lapse of each subscription, and how long the balance lasts', async () => {
  await show(<OwnSubscriptions />, {
    '/api/wallet': wallet,
    '/api/subscriptions': [
      sample('Films'),
      sample('Sport', endingSubscription),
      sample('News', { ...endingSubscription, is_lapsed: true }),
    ],
  })
  await waitForText('Your balance lasts until 4 July 2026.')
  for (const text of ['Next charge: €5.00 on 4 May 2026', 'Ends on 4 May 2026', 'Ended on 4 May 2026: your balance was too low'])
    expect(page.textContent).toContain(text)
  for (const button of page.querySelectorAll('button')) await act(async () => button.click())
  expect(performAction.mock.calls).toMatchObject([
    ['tier.unsubscribe', { id: 'Films' }],
    ['tier.resume', { id: 'Sport' }],
  ])
  expect(page.querySelector('[aria-label="Resume News"]')!.getAttribute('href')).toBe('/en/tiers?tier=News')
})

test('a subscription to an archived package can’t be resumed', async () => {
  const archived = { ...endingSubscription, is_archived: true }
  await show(<OwnSubscriptions />, {
    '/api/wallet': wallet,
    '/api/subscriptions': [sample('Films', archived), sample('News', { ...archived, is_lapsed: true })],
  })
  await waitForText('Ends on 4 May 2026')
  expect(page.querySelector('button, [aria-label^="Resume"]')).toBeNull()
})

test('without subscriptions, leads to the packages', async () => {
  await show(<OwnSubscriptions />, { '/api/wallet': wallet, '/api/subscriptions': [] })
  await waitForText('No subscriptions')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/tiers')
})

test('a note shows the test clock while it is set', async () => {
  await show(<ClockNote />, { '/api/billing-clock': { now: '2027-03-04T10:00:00.000Z' } })
  await waitForText('which is at 4 March 2027')
  act(() => root.unmount())
  await show(<ClockNote />, { '/api/billing-clock': { now: null } })
  expect(page.textContent).toBe('')
})

test.each([
  ['a skeleton stands for the wallet, which waits for it', WalletClockNote, 1],
  ['nothing takes up room above packages, which don’t wait', ClockNote, 0],
])('while the test clock loads, %s', async (_, Note, skeletons) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Note />
      </QueryClientProvider>,
    ),
  )
  expect(page.querySelectorAll('[aria-busy] > *')).toHaveLength(skeletons)
})
