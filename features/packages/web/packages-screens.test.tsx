import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import type { Tier } from '../contract.ts'
import { OwnPackages } from './OwnPackages.tsx'
import { PackageScreen } from './PackageScreen.tsx'
import { PackagesScreen } from './PackagesScreen.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
const actForUser = vi.hoisted(() => vi.fn<(id: string, subject: unknown) => Promise<void>>(() => Promise.resolve()))
vi.mock('#shell/act-for-user.ts', () => ({ actForUser }))

const sampleTier = (id: string, fields: Partial<Tier> = {}): Tier => ({
  id,
  name: id,
  description: '',
  icon: null,
  package_name: id,
  price: '4.99',
  is_free: false,
  is_subscribed: false,
  active_to: null,
  renews: null,
  is_archived: false,
  channels: [],
  playlists: [],
  channels_count: 0,
  playlists_count: 0,
  ...fields,
})
const subscription = { is_subscribed: true, active_to: '2026-05-04T10:00:00.000Z' }

let root: Root
const page = document.createElement('div')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  actForUser.mockClear()
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(element: ReactNode, response: unknown, status = 200) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } })),
  )
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>))
}
const waitForText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const labels = () => [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))

test('levels are listed below their package, with price, state and the button for that state', async () => {
  await show(<PackagesScreen />, [
    sampleTier('Basic', { package_name: 'Sport' }),
    sampleTier('Plus', { package_name: 'Sport', ...subscription, renews: true }),
    sampleTier('Films', { ...subscription, renews: false }),
    sampleTier('Open', { is_free: true, price: '0.00' }),
    sampleTier('Old', { is_archived: true }),
  ])
  await waitForText('€4.99 a month, incl. VAT')
  const headings = (section: Element) =>
    [...section.querySelectorAll('h2, h3')].map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  expect([...page.querySelectorAll('section')].map(headings)).toEqual([
    ['H2 Sport', 'H3 Basic', 'H3 Plus'],
    ['H2 Films', 'H2 Open', 'H2 Old'],
  ])
  expect(labels()).toEqual(['Subscribe to Basic', 'Unsubscribe from Plus', 'Resume Films'])
  for (const text of ['Subscribed, renews on 4 May 2026', 'Subscribed until 4 May 2026', 'Free', 'No longer for sale'])
    expect(page.textContent).toContain(text)
})

test('the buttons run the actions of the subscriptions feature', async () => {
  await show(<PackagesScreen />, [sampleTier('Basic'), sampleTier('Films', { ...subscription, renews: false })])
  await waitForText('Basic')
  for (const button of page.querySelectorAll('button')) await act(async () => button.click())
  expect(actForUser.mock.calls).toMatchObject([
    ['tier.subscribe', { type: 'tier', id: 'Basic' }],
    ['tier.resume', { type: 'tier', id: 'Films', subscription: { renews: false } }],
  ])
})

test('a locked TV channel opens the dialog to buy the package; an open one leads to its page', async () => {
  await show(<PackageScreen id="Films" />, {
    ...sampleTier('Films'),
    channels: [sampleTv('Locked', { is_locked: true }), sampleTv('Open')],
    channels_count: 2,
  })
  await waitForText('2 TV channels')
  const [locked, open] = page.querySelectorAll<HTMLAnchorElement>('ul a')
  const clickLink = (link: HTMLAnchorElement) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    act(() => void link.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(clickLink(locked!)).toBe(true)
  expect(actForUser.mock.calls).toMatchObject([['tier.subscribe', { id: 'Films' }]])
  expect([clickLink(open!), open!.getAttribute('href')]).toEqual([false, '/en/tiers?channel=Open'])
})

test('a package shows that the reader may already watch everything in it, if that is known', async () => {
  const text = 'You can already watch everything in it'
  const open = { channels: [sampleTv('Open')], channels_count: 1 }
  for (const [fields, expected] of [
    [open, true],
    [{ ...open, channels: [sampleTv('Locked', { is_locked: true })] }, false],
    // The response lists only some of the channels, so access to the others is unknown.
    [{ ...open, channels_count: 2 }, false],
    [{ ...open, is_free: true }, false],
    [{ ...open, ...subscription }, false],
    [{}, false],
  ] satisfies [Partial<Tier>, boolean][]) {
    await show(<PackageScreen id="Films" />, sampleTier('Films', fields))
    await waitForText(!('is_free' in fields) ? 'a month' : 'Free')
    const factNames = Object.keys(fields).join()
    expect(`${factNames}: ${page.textContent.includes(text)}`).toBe(`${factNames}: ${expected}`)
    act(() => root.unmount())
  }
  await show(<PackageScreen id="Films" />, sampleTier('Films', open))
  await waitForText(text)
  expect(labels()).toEqual(['Subscribe to Films'])
})

test('a missing package links to the others, and an empty list shows a message', async () => {
  await show(<PackageScreen id="Gone" />, { message: 'Not found', code: 'not_found', errors: {} }, 404)
  await waitForText('Package not found')
  expect(page.querySelector('a')!.getAttribute('href')).toBe('/en/tiers')
  act(() => root.unmount())
  await show(<PackagesScreen />, [])
  await waitForText('No packages yet')
})

test('the wallet shows the packages of the user only', async () => {
  await show(<OwnPackages />, [sampleTier('Basic'), sampleTier('Films', { ...subscription, renews: true })])
  await waitForText('Films')
  expect(page.textContent).not.toContain('Basic')
  act(() => root.unmount())
  await show(<OwnPackages />, [sampleTier('Basic')])
  await waitForText('You have no packages')
})
