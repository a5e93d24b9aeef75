import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/**
 * Counts what one caller has open at once in this process.
 * @returns takes a place for a caller, and returns what gives it back @throws 429 when they have all of theirs
 */
export function createPlaces(maxEach: number): (caller: string) => () => void {
  const taken = new Map<string, number>()
  return (caller) => {
    const count = taken.get(caller) ?? 0
    if (count >= maxEach) fail(common.too_many, { retryAfter: 30 })
    taken.set(caller, count + 1)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      const left = taken.get(caller)! - 1
      if (left) taken.set(caller, left)
      else taken.delete(caller)
    }
  }
}
