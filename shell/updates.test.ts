import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenStale } from './updates.ts'

const reload = vi.fn<() => void>()
reloadWhenStale()

beforeEach(() => {
  // `querySelector` returns this script as the entry script of the page. It isn't in the page, where the browser would load it.
  const script = document.createElement('script')
  script.setAttribute('src', '/assets/en/main-old.js')
  vi.spyOn(document, 'querySelector').mockReturnValue(script)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  reload.mockReset()
  sessionStorage.clear()
})

const serveHtml = (html: string, status = 200) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(html, { status }))
const newer = '<script type="module" src="/assets/en/main-new.js"></script>'

/** @returns whether the caller gets a load error */
async function failImport() {
  const event = new Event('vite:preloadError', { cancelable: true })
  dispatchEvent(event)
  await new Promise((resolve) => setTimeout(resolve, 10))
  return !event.defaultPrevented
}

test('reloads the page once when a deploy removed its chunk', async () => {
  serveHtml(newer)
  expect(await failImport()).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await failImport()
  expect(reload).toHaveBeenCalledTimes(1)
})

test.for([
  ['that does not respond', () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))],
  ['that responds with 503', () => serveHtml(newer, 503)],
  ['that still has the same build', () => serveHtml('<script type="module" src="/assets/en/main-old.js"></script>')],
] as const)('a server %s causes a load error and no reload', async ([, response]) => {
  response()
  expect(await failImport()).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})
