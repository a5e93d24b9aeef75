import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import { sampleTv } from '#features/guide/web/samples.ts'
import type { Match, SearchPage, SearchResults } from '../contract.ts'
import { SearchScreen } from './SearchScreen.tsx'

const go = vi.fn<(href: string, options?: object) => void>()
vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('#shell/navigation.ts', async (original) => ({
  ...(await original<object>()),
  useGo: () => (href: string, options?: object) => go(href, options),
  useCurrentPath: () => '/search',
}))

const exact: Match = { field: 'name', how: 'exact' }
const nothing: SearchResults = {
  counts: { channels: 0, packages: 0, playlists: 0, series: 0, videos: 0, users: 0 },
  channels: [],
  packages: [],
  playlists: [],
  series: [],
  videos: [],
  users: [],
}
const video = (id: string, more: Partial<SearchResults['videos'][number]> = {}): SearchResults['videos'][number] => ({
  id,
  type: 'video',
  title: `Tide ${id}`,
  image: null,
  playlist_id: 'p1',
  series_id: 's1',
  owner: 'somebody',
  channel_id: null,
  start: null,
  match: exact,
  ...more,
})
const tides: SearchResults = {
  counts: { channels: 1, packages: 1, playlists: 1, series: 1, videos: 1000, users: 2 },
  channels: [{ ...sampleTv('tv', { name: 'Tide TV', is_locked: true }), now: null, next: null, match: exact }],
  packages: [
    { id: 'k1', name: 'Tides', package_name: 'Sea', price: '4.99', is_free: false, icon: null, match: { field: 'tags', how: 'exact' } },
  ],
  playlists: [{ ...sampleChannel({}, { id: 'p1', name: 'Low tide' }), pictures: [], match: { field: 'name', how: 'typo' } }],
  series: [{ id: 's1', name: 'Tides', playlist_id: 'p1', playlist_name: 'Low tide', image: null, match: exact }],
  videos: [
    video('v1'),
    video('v2', { owner: 'me' }),
    video('e1', { type: 'epg', playlist_id: null, series_id: null, owner: null, channel_id: 'tv', start: '2026-11-27T20:15:00.000Z' }),
  ],
  users: [
    { id: 'u1', nickname: 'tidal', profile_picture: null, directPublishId: 'd1', match: exact },
    { id: 'u2', nickname: 'tide', profile_picture: null, directPublishId: null, match: exact },
  ],
}

let root: Root
const page = document.createElement('div')
let client: ReturnType<typeof createQueryClient>
/** Answers by part of the address; a function holds the answer until it is called. */
let answers: Record<string, SearchResults | SearchPage | { status: number; message: string } | Promise<SearchResults>>
let asked: string[]

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  go.mockClear()
  answers = {}
  asked = []
  client = createQueryClient()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/search')) asked.push(url)
    const key = Object.keys(answers).find((part) => url.includes(part))
    const answer = key === undefined ? { id: 'me', data: [], next_cursor: null } : await answers[key]
    const status = 'status' in answer! ? (answer as { status: number }).status : 200
    const body = status === 200 ? answer : { code: 'internal', errors: {}, ...answer }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  root = createRoot(page)
  document.body.append(page)
})
afterEach(() => {
  act(() => root.unmount())
  page.remove()
  storage.remove('access_token')
  vi.unstubAllGlobals()
})

const show = (search: Parameters<typeof SearchScreen>[0]) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <SearchScreen {...search} />
      </QueryClientProvider>,
    ),
  )
const shows = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done)))
      check()
    },
    { timeout: 5000 },
  )
const said = () => page.querySelector('output')?.textContent
const links = () => [...page.querySelectorAll('section a')].map((link) => link.getAttribute('href'))

test('shows the categories in order with counts, and each result leads to its thing', async () => {
  storage.set('access_token', 'token')
  answers = { 'keyword=tide': tides }
  await show({ keyword: ' tide ' })
  await shows(() => expect(page.querySelector('h2')).not.toBeNull())
  expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'TV channels 1',
    'Packages 1',
    'Channels 1',
    'Series 1',
    'Videos and programmes 1,000+',
    'People 2',
  ])
  expect(said()).toBe('Results for “tide” – TV channels: 1, Packages: 1, Channels: 1, Series: 1, Videos and programmes: 1,000+, People: 2')
  await shows(() => expect(links()).toContain('/en/my-playlists?playlist=p1&serie=s1&video=v2'))
  expect(links()).toEqual([
    '/en/tiers?channel=tv',
    '/en/tiers?tier=k1',
    '/en/playlists?playlist=p1',
    expect.stringContaining('/en/'),
    '/en/playlists?playlist=p1&serie=s1',
    '/en/search?keyword=tide&category=videos',
    '/en/playlists?playlist=p1&serie=s1&video=v1',
    '/en/my-playlists?playlist=p1&serie=s1&video=v2',
    '/en/tiers?channel=tv&epgId=e1',
    '/en/playlists?playlist=d1',
    '/en/settings?user=u2',
  ])
  for (const note of ['Sea · €4.99 a month · tag', 'typing error', 'Programme · ']) expect(page.textContent).toContain(note)
  expect(asked).toEqual(['/api/search/auth?keyword=tide&type=all'])
})

test('former results stay, dimmed and named, until those of the new keyword arrive; a late answer changes nothing', async () => {
  let answer: (results: SearchResults) => void
  let late: (results: SearchResults) => void
  answers = {
    'keyword=first': tides,
    'keyword=second': new Promise((done) => (late = done)),
    'keyword=third': new Promise((done) => (answer = done)),
  }
  await show({ keyword: 'first' })
  await shows(() => expect(said()).toContain('“first”'))
  await show({ keyword: 'second' })
  await show({ keyword: 'third' })
  expect([said(), page.querySelector('[aria-busy=true]')]).toEqual([expect.stringContaining('“first”'), expect.anything()])
  await act(async () => answer({ ...nothing, counts: { ...nothing.counts, users: 1 }, users: tides.users.slice(0, 1) }))
  await shows(() => expect(said()).toBe('Results for “third” – People: 1'))
  expect(page.querySelector('[aria-busy=true]')).toBeNull()
  await act(async () => late(tides))
  await show({ keyword: 'third' })
  expect(said()).toBe('Results for “third” – People: 1')
  expect(asked).toEqual(['first', 'second', 'third'].map((keyword) => `/api/search?keyword=${keyword}`))
})

test('a failed search says so instead of former results', async () => {
  answers = { 'keyword=first': tides, 'keyword=second': { status: 422, message: 'No' } }
  await show({ keyword: 'first' })
  await shows(() => expect(said()).toContain('“first”'))
  await show({ keyword: 'second' })
  await shows(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('The search failedNo'))
  expect(page.querySelector('section h2')?.textContent).toBe('The search failed')
})

test('nothing found in My Choice: offers All Choice, and fewer words', async () => {
  storage.set('access_token', 'token')
  answers = { 'type=my': nothing }
  await show({ keyword: 'low tide', type: 'my' })
  await shows(() => expect(page.textContent).toContain('Nothing for “low tide”'))
  expect([...page.querySelectorAll('section a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Search in All Choice', '/en/search?keyword=low+tide'],
    ['Search for “low”', '/en/search?keyword=low&type=my'],
  ])
  await act(async () => page.querySelector<HTMLInputElement>('input[value=all]')!.click())
  expect(go).toHaveBeenLastCalledWith('/en/search?keyword=low+tide', { replace: true })
})

test('guests search everything, and a short keyword is not searched', async () => {
  answers = { 'keyword=zyzzyva': nothing }
  await show({ keyword: 'zyzzyva', type: 'my' })
  await shows(() => expect(page.textContent).toContain('Nothing for “zyzzyva”Try another word, or fewer letters.'))
  expect([asked, page.querySelector('[type=radio]')]).toEqual([['/api/search?keyword=zyzzyva'], null])
  await show({ keyword: 'ab' })
  expect(page.textContent).toContain('Type at least three characters')
  expect(asked).toHaveLength(1)
})

test('a category shows its pages in the chosen order', async () => {
  answers = {
    'category=videos&sort=popular': { data: [video('v3')], next_cursor: null, count: 12 },
    'category=videos': { data: [video('v1'), video('v2')], next_cursor: 'more', count: 12 },
  }
  await show({ keyword: 'tide', category: 'videos' })
  await shows(() => expect(said()).toBe('Results for “tide” – Videos and programmes: 12'))
  expect(links()).toHaveLength(2)
  await act(async () => page.querySelector<HTMLInputElement>('input[value=popular]')!.click())
  await shows(() => expect(links()).toEqual(['/en/playlists?playlist=p1&serie=s1&video=v3']))
  expect(asked.slice(0, 1)).toEqual(['/api/search?keyword=tide&category=videos'])
})

test('typing replaces the address after a pause', async () => {
  vi.useFakeTimers()
  await show({ category: 'videos' })
  const field = page.querySelector<HTMLInputElement>('input[type=search]')!
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('low')
  await act(async () => vi.advanceTimersByTime(200))
  await type('low tide')
  await act(async () => vi.advanceTimersByTime(299))
  expect(go).not.toHaveBeenCalled()
  await act(async () => vi.advanceTimersByTime(1))
  expect(go.mock.calls).toEqual([['/en/search?keyword=low+tide&category=videos', { replace: true }]])
  vi.useRealTimers()
})
