import { vi } from 'vitest'

declare global {
  /** Whether this process's `vi` is already patient: all files of a worker share it. */
  var isConfigured: boolean | undefined
}

// `vi.waitFor` and `vi.waitUntil` time out after a second by default. A busy machine may need longer.
if (!globalThis.isConfigured) {
  globalThis.isConfigured = true
  const { waitFor, waitUntil } = vi
  const patient = { timeout: 20_000, interval: 10 }
  vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { ...patient, ...options })
  vi.waitUntil = (callback, options) => waitUntil(callback, typeof options === 'number' ? options : { ...patient, ...options })
}
