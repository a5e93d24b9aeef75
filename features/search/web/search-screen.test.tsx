import { act, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import type { SearchResults } from '../contract.ts'
import { noResults, sampleVideo, sampleResults } from './samples.ts'
import { SearchScreen } from './SearchScreen.tsx'
import { searchPage } from './test-page.tsx'

const { page, server, go, show: render, shows, said } = searchPage()
vi.mock('#shell/Screen.tsx', () => ({
  Screen: ({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) => (
    <main>
      <h1>{title}</h1>
      <header>{aside}</header>
      {children}
    </main>
  ),
}))
vi.mock('#shell/navigation.ts', async (original) => ({
  ...(await original<object>()),
  useGo: () => (href: string, options?: object) => go(href, options),
}))

const show = (search: Parameters<typeof SearchScreen>[0]) => render(<SearchScreen {...search} />)
const links = () => [...page.querySelectorAll('section a')].map((link) => link.getAttribute('href'))

test('shows the categories in order with counts, and each result leads to its thing', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'keyword=tide': sampleResults }
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
  for (const note of ['Sea · €4.99 a month · in tags', 'similar spelling', 'Programme · ']) expect(page.textContent).toContain(note)
  expect(server.searches).toEqual(['/api/search/auth?keyword=tide&type=all'])
})

test('former results stay, dimmed and named, until those of the new keyword arrive; a late response changes nothing', async () => {
  let response: (results: SearchResults) => void
  let answerLate: (results: SearchResults) => void
  server.answers = {
    'keyword=first': sampleResults,
    'keyword=second': new Promise((resolve) => (answerLate = resolve)),
    'keyword=third': new Promise((resolve) => (response = resolve)),
  }
  await show({ keyword: 'first' })
  await shows(() => expect(said()).toContain('“first”'))
  await show({ keyword: 'second' })
  await show({ keyword: 'third' })
  expect([said(), page.querySelector('[aria-busy=true]')]).toEqual([expect.stringContaining('“first”'), expect.anything()])
  await act(async () => response({ ...noResults, counts: { ...noResults.counts, users: 1 }, users: sampleResults.users.slice(0, 1) }))
  await shows(() => expect(said()).toBe('Results for “third” – People: 1'))
  expect(page.querySelector('[aria-busy=true]')).toBeNull()
  await act(async () => answerLate(sampleResults))
  await show({ keyword: 'third' })
  expect(said()).toBe('Results for “third” – People: 1')
  expect(server.searches).toEqual(['first', 'second', 'third'].map((keyword) => `/api/search?keyword=${keyword}`))
})

test('a failed search shows an error instead of former results', async () => {
  server.answers = { 'keyword=first': sampleResults, 'keyword=second': { status: 422, message: 'No' } }
  await show({ keyword: 'first' })
  await shows(() => expect(said()).toContain('“first”'))
  await show({ keyword: 'second' })
  await shows(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('The search failedNo'))
  expect(page.querySelector('section h2')?.textContent).toBe('The search failed')
})

test('long names are cut to 80 characters', async () => {
  const [whole, long] = [`Tide ${'a'.repeat(75)}`, `Tide ${'b'.repeat(76)}`]
  server.answers = {
    'keyword=tide': {
      ...noResults,
      counts: { ...noResults.counts, videos: 2 },
      videos: [sampleVideo('v1', { title: whole }), sampleVideo('v2', { title: long })],
    },
  }
  await show({ keyword: 'tide' })
  await shows(() => expect(page.textContent).toContain(whole))
  expect(page.textContent).toContain(`${long.slice(0, 80)}…`)
  expect(page.textContent).not.toContain(long)
})

test('an empty result in My Choice suggests All Choice, and fewer words', async () => {
  storage.set('access_token', 'token')
  server.answers = { 'type=my': noResults }
  await show({ keyword: 'low tide', type: 'my' })
  await shows(() => expect(page.textContent).toContain('No results for “low tide”'))
  expect([...page.querySelectorAll('section a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Search in All Choice', '/en/search?keyword=low+tide'],
    ['Search for “low”', '/en/search?keyword=low&type=my'],
  ])
  await act(async () => page.querySelector<HTMLInputElement>('input[value=all]')!.click())
  expect(go).toHaveBeenLastCalledWith('/en/search?keyword=low+tide', { replace: true })
})

test('guests search everything, and a short keyword is not searched', async () => {
  server.answers = { 'keyword=zyzzyva': noResults }
  await show({ keyword: 'zyzzyva', type: 'my' })
  await shows(() => expect(page.textContent).toContain('No results for “zyzzyva”Try another word, or fewer letters.'))
  expect([server.searches, page.querySelector('[type=radio]')]).toEqual([['/api/search?keyword=zyzzyva'], null])
  await show({ keyword: 'ab' })
  expect(page.textContent).toContain('Type at least three characters')
  expect(server.searches).toHaveLength(1)
})

test('a search of signs alone says why nothing matches, and cannot be followed', async () => {
  server.answers = { 'keyword=': noResults }
  await show({ keyword: '%%%' })
  await shows(() => expect(page.textContent).toContain('No results for “%%%”Add a letter or digit: symbols alone find nothing.'))
  expect(page.querySelector('header')?.textContent).toBe('')
  await show({ keyword: 'c#' })
  await shows(() => expect(page.textContent).toContain('No results for “c#”'))
  expect(page.querySelector('header')?.textContent).toBe('Subscribe')
})

test('a category shows its pages in the chosen order', async () => {
  server.answers = {
    'category=videos&sort=popular': { data: [sampleVideo('v3')], next_cursor: null, count: 12 },
    'category=videos': { data: [sampleVideo('v1'), sampleVideo('v2')], next_cursor: 'more', count: 12 },
  }
  await show({ keyword: 'tide', category: 'videos' })
  await shows(() => expect(said()).toBe('Results for “tide” – Videos and programmes: 12'))
  expect(links()).toHaveLength(2)
  await act(async () => {
    const order = page.querySelector('select')!
    order.value = 'popular'
    order.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(go).toHaveBeenLastCalledWith('/en/search?keyword=tide&category=videos&sort=popular', { replace: true })
  await show({ keyword: 'tide', category: 'videos', sort: 'popular' })
  await shows(() => expect(links()).toEqual(['/en/playlists?playlist=p1&serie=s1&video=v3']))
  expect(server.searches.slice(0, 1)).toEqual(['/api/search?keyword=tide&category=videos'])
})

test('the words of the search are marked', async () => {
  server.answers = { 'keyword=low': { ...sampleResults, users: [{ ...sampleResults.users[0]!, nickname: '<b>tíde</b>' }] } }
  await show({ keyword: 'low tide' })
  await shows(() => expect(page.querySelector('mark')).not.toBeNull())
  expect(new Set([...page.querySelectorAll('mark')].map((mark) => mark.textContent))).toEqual(new Set(['Low', 'tide', 'Tide', 'tíde']))
  expect(page.querySelector('section b')).toBeNull()
})
