import console from 'node:console'
import { GlobalWindow } from 'happy-dom'
import { afterAll, vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'

declare global {
  /** Closes the window of the previous file. It stays open until the next file begins, because React finishes some work after the tests. */
  var closePage: (() => void) | undefined
}

/** Warnings of happy-dom about embedded players, because it loads no frames and doesn't know some values of `sandbox`. */
const isKnown = (complaint: unknown) =>
  /Iframe page loading is disabled|Error while parsing the 'sandbox' attribute/.test(String(complaint))
const error = (...complaint: unknown[]) => {
  if (!isKnown(complaint[0])) console.error(...complaint)
}

// Files share a process and its packages, but load the product's modules again, because stores belong to one page.
vi.resetModules()
globalThis.closePage?.()
const page = new GlobalWindow({
  url: 'http://localhost:3000',
  console: Object.assign(Object.create(console), { error }),
  settings: { disableErrorCapturing: true },
})
// Uses the window's versions instead of Node's own.
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

// Fails a file that left `act()` open, so that its worker isn't reused (`page-worker.ts`).
afterAll(async () => {
  // Loaded only now, because React checks for a window when it loads.
  const [{ act }, { createRoot }] = await Promise.all([import('react'), import('react-dom/client')])
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const element = page.document.createElement('div')
  const root = createRoot(element)
  act(() => root.render('rendered'))
  if (element.textContent !== 'rendered') throw new Error('React no longer renders: a test left act() open')
  act(() => root.unmount())
})
