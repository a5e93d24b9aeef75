import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { createQueryClient } from '#kit/web/query-client.ts'
import { storage } from '#kit/web/storage.ts'
import { Prompts } from './Prompts.tsx'

const currentPage = vi.hoisted(() => ({ here: '/', isAlone: false }))
vi.mock('#shell/navigation.ts', () => ({ useGo: () => () => {}, useCurrentPath: () => currentPage.here }))
vi.mock('#shell/router/RouterView.tsx', () => ({ useIsFullWindow: () => currentPage.isAlone }))
vi.mock('#shell/useDesktop.ts', () => ({ useDesktop: () => false }))

const day = 24 * 60 * 60 * 1000
let root: Root | undefined
let element: HTMLElement
let profile: object

/** Changes storage while a bar may be rendered. */
const storeValue: typeof storage.set = (key, value) => act(() => storage.set(key, value))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  Object.assign(currentPage, { here: '/', isAlone: false })
  dialogs.set([])
  profile = { country_id: null, amended_terms: null, deletion_at: null }
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(profile), { headers: { 'content-type': 'application/json' } }))),
  )
})
afterEach(() => {
  act(() => root?.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const bar = () => element.querySelector('section')?.getAttribute('aria-label') ?? undefined

let client = createQueryClient()
async function draw() {
  await act(async () => {
    root?.render(
      <QueryClientProvider client={client}>
        <Prompts />
      </QueryClientProvider>,
    )
    await vi.dynamicImportSettled()
  })
  await act(() => vi.dynamicImportSettled())
  return bar()
}

/** Opens a new page, and returns the name of its bar when all code has loaded. */
async function waitForBar(): Promise<string | undefined> {
  element = document.createElement('div')
  act(() => root?.unmount())
  root = createRoot(element)
  client = createQueryClient()
  return draw()
}

/** Opens a screen, and returns the name of its bar. */
function barAt(path: string): Promise<string | undefined> {
  currentPage.here = path
  return draw()
}

/** Starts the next visit, a day later. */
const startNextVisit = () => storage.set('add_to_home_screen_show_time', Date.now() - 1)
const homeScreen = 'Choice on your home screen'

test('shows one prompt per visit on all screens and tabs: cookies first, the home screen a day later', async () => {
  expect(await waitForBar()).toBe('Cookies')
  storeValue('cookies', true)
  expect(await draw()).toBeUndefined()
  expect(await barAt('/search')).toBeUndefined()
  expect(await waitForBar()).toBeUndefined()
  storeValue('access_token', 'token')
  expect(await waitForBar()).toBeUndefined()
  act(() => storage.remove('access_token'))
  startNextVisit()
  expect(await waitForBar()).toBe(homeScreen)
  expect(await barAt('/settings')).toBe(homeScreen)
  currentPage.isAlone = true
  expect(await waitForBar()).toBeUndefined()
})

test('shows no prompt while a video plays, and the waiting one on the next screen', async () => {
  storage.set('cookies', true)
  nowPlaying.set({ id: 1, items: [], index: 0, repeat: 'off', isOwn: false, autoplay: true, view: 'docked', screen: undefined })
  expect(await waitForBar()).toBeUndefined()
  act(() => nowPlaying.set(null))
  expect(await barAt('/search')).toBe(homeScreen)
})

test('a closed bar shows again after 24 hours, and a hidden one never', async () => {
  storeValue('cookies', true)
  storeValue('add_to_home_screen_show_time', Date.now() + day)
  expect(await waitForBar()).toBeUndefined()
  storeValue('add_to_home_screen_show_time', Date.now() - 1)
  expect(await waitForBar()).toBe(homeScreen)
  storeValue('hide_add_to_home_screen', true)
  expect(await waitForBar()).toBeUndefined()
})

test('a low window shows no home screen prompt', async () => {
  storeValue('cookies', true)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query === '(max-height: 499px)' }) as MediaQueryList)
  expect(await waitForBar()).toBeUndefined()
})

test('asks for a missing country, unless the user dismissed the question', async () => {
  storeValue('cookies', true)
  storeValue('hide_add_to_home_screen', true)
  storeValue('access_token', 'token')
  expect(await waitForBar()).toBe('Where do you live?')
  storeValue('canceled_enter_fields_modal', true)
  expect(await waitForBar()).toBeUndefined()
  act(() => storage.remove('canceled_enter_fields_modal'))
  profile = { country_id: 239, amended_terms: null, deletion_at: null }
  expect(await waitForBar()).toBeUndefined()
})

test('shows no prompt under a dialog, and no optional one where channels are created', async () => {
  storeValue('cookies', true)
  storeValue('access_token', 'token')
  currentPage.here = '/my-playlists'
  expect(await waitForBar()).toBeUndefined()
  const dialog = { id: 1, open: true, dismiss: () => {}, close: () => {}, element: null }
  act(() => dialogs.set([dialog]))
  expect(await barAt('/search')).toBeUndefined()
  act(() => dialogs.set([]))
  expect(bar()).toBe('Where do you live?')
})

test('a prompt that has not shown yet waits until after the login screen', async () => {
  storeValue('cookies', true)
  currentPage.isAlone = true
  expect(await waitForBar()).toBeUndefined()
  storeValue('access_token', 'token')
  currentPage.isAlone = false
  expect(await draw()).toBe('Where do you live?')
})

test('a planned account deletion shows on every visit', async () => {
  storeValue('cookies', true)
  storeValue('access_token', 'token')
  storage.set('add_to_home_screen_show_time', Date.now() + day)
  profile = { country_id: null, amended_terms: null, deletion_at: '2027-03-01T12:00:00Z' }
  expect(await waitForBar()).toBe('Delete your account')
})

test('amended terms show first, with their date, until dismissed', async () => {
  storeValue('cookies', true)
  storeValue('hide_add_to_home_screen', true)
  storeValue('access_token', 'token')
  profile = { country_id: null, amended_terms: { version: 'March 2027', from: '2027-03-01' }, deletion_at: null }
  expect(await waitForBar()).toBe('Our terms are changing')
  expect(element.textContent).toContain('The new terms take effect on 1 March 2027.')
  expect(element.querySelector('a')?.getAttribute('href')).toBe('/en/terms')
  profile = { country_id: null, amended_terms: null, deletion_at: null }
  await act(async () => {
    element.querySelector('button')?.click()
    await vi.waitFor(() => expect(bar()).toBeUndefined())
  })
  expect(await barAt('/search')).toBeUndefined()
  startNextVisit()
  expect(await waitForBar()).toBe('Where do you live?')
  expect(vi.mocked(fetch).mock.calls.map(([url, init]) => [init?.method, url])).toContainEqual(['PUT', '/api/user/amended-terms'])
})
