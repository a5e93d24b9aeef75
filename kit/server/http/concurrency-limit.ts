import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/**
 * Limits the concurrent work of each caller in this process.
 * @returns a function that begins work for a caller and returns a function that ends it @throws 429 at the limit
 */
export function createConcurrencyLimit(maxEach: number): (caller: string) => () => void {
  const counts = new Map<string, number>()
  return (caller) => {
    const count = counts.get(caller) ?? 0
    if (count >= maxEach) fail(commonErrors.too_many, { retryAfter: 30 })
    counts.set(caller, count + 1)
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      const remaining = counts.get(caller)! - 1
      if (remaining) counts.set(caller, remaining)
      else counts.delete(caller)
    }
  }
}
