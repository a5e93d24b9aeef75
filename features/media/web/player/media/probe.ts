import type { Failure } from '../plan.ts'

/** Timeout in ms. */
const probeMs = 8000

/** Finds out why a fetch failed, which browsers hide: a `no-cors` request succeeds wherever a server responds. */
export async function whyNothingCame(address: string): Promise<Failure> {
  const ending = new AbortController()
  const late = setTimeout(() => ending.abort(), probeMs)
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: ending.signal })
    return 'cors'
  } catch {
    return ending.signal.aborted ? 'timeout' : 'unreachable'
  } finally {
    clearTimeout(late)
    // Only the response matters, not its body.
    ending.abort()
  }
}

/** URLs on this host are always readable. */
export const isOwn = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin
