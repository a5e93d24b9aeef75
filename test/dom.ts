import console from 'node:console'
import { GlobalWindow } from 'happy-dom'
import { afterAll, vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'

declare global {
  /** Takes the window of the file before away. It stays until then: React ends what it had begun a moment after its tests. */
  var closePage: (() => void) | undefined
}

/** What the tests' DOM says of every embedded player: it loads no pages into frames, and knows not all that a frame may be allowed. */
const isKnown = (complaint: unknown) =>
  /Iframe page loading is disabled|Error while parsing the 'sandbox' attribute/.test(String(complaint))
const error = (...complaint: unknown[]) => {
  if (!isKnown(complaint[0])) console.error(...complaint)
}

/** `vi.waitFor` and `vi.waitUntil` give up after a second. A busy machine may take longer to load code. */
function waitPatiently(): void {
  const { waitFor, waitUntil } = vi
  const patient = { timeout: 20_000, interval: 10 }
  vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { ...patient, ...options })
  vi.waitUntil = (callback, options) => waitUntil(callback, typeof options === 'number' ? options : { ...patient, ...options })
}

// `vi` is one object for all files of a worker.
if (!globalThis.closePage) waitPatiently()
// Files share a process and the packages that are loaded in it, but no module of ours and no window: stores belong to one page.
vi.resetModules()
globalThis.closePage?.()
const page = new GlobalWindow({
  url: 'http://localhost:3000',
  console: Object.assign(Object.create(console), { error }),
  settings: { disableErrorCapturing: true },
})
// What Node has of its own too is the browser's.
const both = [
  'AbortController',
  'AbortSignal',
  'fetch',
  'FormData',
  'Headers',
  'MessagePort',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
]
const { keys, originals } = populateGlobal(globalThis, page, { bindFunctions: true, additionalKeys: both })
globalThis.closePage = () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  page.close()
  for (const key of keys) Reflect.deleteProperty(globalThis, key)
  for (const [key, original] of originals) Object.defineProperty(globalThis, key, original)
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
}

// A file whose last `act()` never ended fails, so that its worker is not used again (`page-worker.ts`).
afterAll(async () => {
  // React looks for a window as it loads.
  const [{ act }, { createRoot }] = await Promise.all([import('react'), import('react-dom/client')])
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const element = page.document.createElement('div')
  const root = createRoot(element)
  act(() => root.render('rendered'))
  if (element.textContent !== 'rendered') throw new Error('React no longer renders: a test left act() open')
  act(() => root.unmount())
})
