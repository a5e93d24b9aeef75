import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { setActionTools } from '#shell/action-tools.ts'
import type { WebFeature } from '#shell/feature.ts'
import { setFeatureLoader } from '#shell/registry.ts'
import { dialogs } from '#ui/dialogs.ts'
import { menus } from '#ui/menus.ts'
import wallCss from '#ui/PosterWall.module.css'
import skeletonCss from '#ui/Skeleton.module.css'
import en from '#features/guide/locales/en.json' with { type: 'json' }
import { channelFilter } from '#features/guide/web/channel-filter.ts'
import { guide } from '#features/guide/web/feature.ts'
import { ListScreen } from '#features/guide/web/list/ListScreen.tsx'
import { sampleProgramme, sampleTv } from '#features/guide/web/samples.ts'
import tvSourcesEn from '#features/tv-sources/locales/en.json' with { type: 'json' }
import watchingEn from '../locales/en.json' with { type: 'json' }
import { tvWatching } from './feature.ts'

vi.mock('#shell/Screen.tsx', () => ({
  Screen: ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
    <main>
      {aside}
      {children}
    </main>
  ),
}))

const hour = 3_600_000
let root: Root
const page = document.createElement('div')
let requests: string[]

const listedChannel = (name: string) => ({
  ...sampleTv(name),
  now: sampleProgramme(`${name} now`, Date.now() - hour, Date.now() + hour),
  next: sampleProgramme(`${name} next`, Date.now() + hour, Date.now() + 2 * hour),
})

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  channelFilter.set({ kind: 'all' })
  requests = []
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

async function show(names: readonly string[], foundNames: readonly string[] = []) {
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    requests.push(typeof body === 'string' ? `${url} ${body}` : url)
    const response = url.startsWith('/api/channel/groups')
      ? [{ name: 'News', channels: 1 }]
      : url.startsWith('/api/channel/search')
        ? foundNames.map(listedChannel)
        : url.startsWith('/api/promotions')
          ? { channels: [] }
          : { data: names.map(listedChannel), next_cursor: null }
    return Promise.resolve(new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } }))
  })
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<ListScreen />}</QueryClientProvider>))
}
const expectText = (text: string) => vi.waitFor(() => act(async () => expect(page.textContent).toContain(text)))
const clickButton = (name: string) => act(async () => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click())
const type = (text: string) =>
  act(async () => {
    const input = page.querySelector<HTMLInputElement>('input[type=search]')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('while the page loads, its only skeletons are those of the wall', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<ListScreen />}</QueryClientProvider>))
  expect(page.querySelectorAll(`.${wallCss['wall']!}`).length).toBeGreaterThan(1)
  expect(page.querySelector(`.${skeletonCss['series']!}`)).toBeNull()
})

test('each TV channel shows its current programme, the progress, and the next one', async () => {
  await show(['One', 'Two'])
  await expectText('One now')
  expect(page.querySelector('h2')!.textContent).toBe(en.list.now)
  expect(page.textContent).toContain('Two next')
  expect([...page.querySelectorAll('progress')].map(({ value }) => Math.round(value * 10))).toEqual([5, 5])
  expect([...page.querySelectorAll('li a')].map((link) => link.getAttribute('href'))).toEqual([
    '/en/tiers?channel=One',
    '/en/tiers?channel=Two',
  ])
})

test('a guest has the menu of a TV channel, loaded on press; actions for users ask to log in', async () => {
  const load = vi.fn<() => Promise<readonly WebFeature[]>>(async () => [guide, tvWatching])
  setFeatureLoader(load, ['channel'])
  const noServer = () => Promise.reject(new Error('no server here'))
  setActionTools({ go: () => {}, change: noServer, read: noServer })
  await show(['One'])
  await expectText('One now')
  expect(load).not.toHaveBeenCalled()
  const line = page.querySelector('li a')!
  await act(async () => line.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
  const rows = () => menus.get()?.rows ?? []
  await vi.waitFor(() => expect(rows().map(({ name }) => name)).toContain(en.channel.share))
  const choose = (name: string) =>
    act(async () =>
      rows()
        .find((row) => row.name === name)!
        .perform(),
    )
  await choose(en.channel.share)
  await vi.waitFor(() => expect(dialogs.get()).toHaveLength(1))
  await choose(watchingEn.external.open)
  await vi.waitFor(() => expect(requests).toContain('/api/channel/One/stream.m3u'))
  expect(dialogs.get()).toHaveLength(1)
})

test('a typed text filters the loaded channels at once, and then searches all', async () => {
  await show(['One', 'Two'], ['Two', 'Twenty'])
  await expectText('One now')
  await clickButton(en.list.filter)
  await type('tw')
  expect(page.textContent).not.toContain('One now')
  await expectText('Twenty now')
  expect(requests.filter((call) => call.startsWith('/api/channel/search'))).toEqual(['/api/channel/search {"query":"tw","limit":50}'])
})

test('a list that failed to load shows one error, also if the promoted channels failed too', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Out of order', code: 'forbidden', errors: {} }, { status: 403 })))
  root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{<ListScreen />}</QueryClientProvider>))
  await expectText(en.list.failed)
  await vi.waitFor(() => act(async () => expect(page.textContent).not.toContain(tvSourcesEn.promoted.failed)))
  expect(page.querySelectorAll('[role=alert]')).toHaveLength(1)
})

test('a list without TV channels says so, and links to the channels of users', async () => {
  await show([])
  await expectText(en.list.empty)
  expect(page.querySelector('a[href="/en/playlists"]')).not.toBeNull()
})

test('a group is requested by its name, and stays selected', async () => {
  await show(['One'])
  await expectText('One now')
  await clickButton(en.list.choose)
  await expectText('News')
  await act(async () => page.querySelector<HTMLInputElement>('input[value="group News"]')!.click())
  await vi.waitFor(() => expect(requests.some((call) => call.includes('group=News'))).toBe(true))
  expect(channelFilter.get()).toEqual({ kind: 'group', name: 'News' })
})

test('an empty group shows a message with a link to all channels', async () => {
  channelFilter.set({ kind: 'group', name: 'News' })
  await show([])
  await expectText(en.list.none_in_group)
  expect(page.textContent).not.toContain(en.list.none_favourite)
  await act(async () => [...page.querySelectorAll('button')].find((button) => button.textContent === en.list.show_all)!.click())
  expect(channelFilter.get()).toEqual({ kind: 'all' })
})
