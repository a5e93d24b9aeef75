import type { Failure } from '../plan.ts'

/** ms after which a source that says nothing counts as silent. */
const probeMs = 8000

/**
 * Why nothing came that a script may read. A browser does not tell; but what is asked for without wanting to read it comes
 * wherever somebody answers.
 */
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
    // It was asked whether somebody is there: what they send is not wanted.
    ending.abort()
  }
}

/** Of an address on this host nothing is kept from us. */
export const isOwn = (address: string): boolean => URL.parse(address, location.href)?.origin === location.origin
