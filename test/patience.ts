import { vi } from 'vitest'

declare global {
  /** True if this process's `vi` already has longer timeouts. All files of a worker share it. */
  var isConfigured: boolean | undefined
}

// Sets longer timeouts for `vi.waitFor` and `vi.waitUntil`, because a busy machine may need more than the usual second.
if (!globalThis.isConfigured) {
  globalThis.isConfigured = true
  const { waitFor, waitUntil } = vi
  const patient = { timeout: 20_000, interval: 10 }
  vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { ...patient, ...options })
  vi.waitUntil = (callback, options) => waitUntil(callback, typeof options === 'number' ? options : { ...patient, ...options })
}
