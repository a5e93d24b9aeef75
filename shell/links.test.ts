import { beforeEach, expect, test, vi } from 'vitest'
import { handleLinkClicks } from './links.ts'

const go = vi.fn<(href: string) => void>()
const preload = vi.fn<(href: string) => Promise<void>>(() => Promise.resolve())
const prefetch = vi.fn<(href: string) => Promise<void>>(() => Promise.reject(new Error('offline')))
handleLinkClicks({ go, preload, prefetch })
// Keeps happy-dom from following links that the browser would handle.
const { happyDOM } = window as unknown as { happyDOM: { settings: { navigation: Record<string, boolean> } } }
Object.assign(happyDOM.settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true })

function click(link: string, init: MouseEventInit = {}) {
  document.body.innerHTML = link
  document.querySelector('a')!.firstElementChild!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
}

beforeEach(() => void vi.clearAllMocks())

test('a link to an own screen navigates without a page load', () => {
  click('<a href="/en/playlists?playlist=p1#top"><b>Night Trains</b></a>')
  expect(go).toHaveBeenCalledWith('/en/playlists?playlist=p1#top')
})

test.each([
  ['another site', '<a href="https://example.org/en/playlists"><b>x</b></a>', {}],
  ['the other language', '<a href="/nl/playlists"><b>x</b></a>', {}],
  ['the API', '<a href="/api/docs"><b>x</b></a>', {}],
  ['a path that only begins like ours', '<a href="/english"><b>x</b></a>', {}],
  ['a separate tab', '<a href="/en/terms" target="_blank"><b>x</b></a>', {}],
  ['a download', '<a href="/en/statistics.csv" download><b>x</b></a>', {}],
  ['a new tab by the keyboard', '<a href="/en/terms"><b>x</b></a>', { ctrlKey: true }],
  ['a new tab by the middle button', '<a href="/en/terms"><b>x</b></a>', { button: 1 }],
])('a link to %s is left to the browser', (_, link, init) => {
  click(link, init)
  expect(go).not.toHaveBeenCalled()
})

test('a link that another handler has already handled is ignored', () => {
  document.body.innerHTML = '<a href="/en/my-playlists"><b>Mine</b></a>'
  const link = document.querySelector('a')!
  link.addEventListener('click', (event) => event.preventDefault())
  link.click()
  expect(go).not.toHaveBeenCalled()
})

test('pointing at a link preloads its target', () => {
  document.body.innerHTML = '<a href="/en/search"><b>Search</b></a>'
  document.querySelector('b')!.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(preload).toHaveBeenCalledWith('/en/search')
})

test('pressing a link requests its data before the click, and a failure is left to the navigation', () => {
  document.body.innerHTML = '<a href="/en/search"><b>Search</b></a>'
  document.querySelector('b')!.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(prefetch).toHaveBeenCalledWith('/en/search')
  expect(go).not.toHaveBeenCalled()
})
