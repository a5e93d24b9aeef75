import { common } from '#kit/contract/problems.ts'
import { fail } from './fail.ts'

/** One request's part of the memory that bodies may take. */
export interface BodyShare {
  /** @throws 429 when its caller has too much there already, 503 when that is more than is left for others, 400 once it is answered */
  take: (bytes: number) => void
  /** Gives everything back, and takes no more: the request has been answered. */
  free: () => void
}

/**
 * Bytes of bodies that lie in memory at once, of all callers together and of each: many large ones side by side, or ones that never
 * come to an end, must not fill it. Nobody takes more than is left for the others: callers who want all of it have a share each and
 * leave as much again free, so that what is small gets in beside them.
 * @returns a function that gives the share of a request, by whom it counts for
 */
export function createBodyMemory(limitBytes: { all: number; each: number }): (caller: string) => BodyShare {
  let used = 0
  const usedBy = new Map<string, number>()

  return (caller) => {
    let mine = 0
    let isOver = false
    return {
      take(bytes) {
        // A body that took too long still comes for a while: nobody would ever give that back.
        if (isOver) fail(common.malformed)
        const theirs = (usedBy.get(caller) ?? 0) + bytes
        if (theirs > limitBytes.each) fail(common.too_many, { retryAfter: 5 })
        if (used + theirs > limitBytes.all) fail(common.unavailable, { retryAfter: 5 })
        used += bytes
        mine += bytes
        usedBy.set(caller, theirs)
      },
      free() {
        isOver = true
        const theirs = (usedBy.get(caller) ?? 0) - mine
        if (theirs > 0) usedBy.set(caller, theirs)
        else usedBy.delete(caller)
        used -= mine
        mine = 0
      },
    }
  }
}
