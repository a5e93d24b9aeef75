/** The state machine of a link, by check results. All decisions are here. */
import type { LinkProblem, LinkState } from '#features/channels/rules.ts'

/**
 * Result of a check. `silent`: no answer; `blocked`: the host asks for a pause; `unclear`: an inconclusive answer, with its
 * status if refused; `unasked`: not requested, because we are busy.
 */
export type CheckResult =
  | { is: 'well' }
  | { is: 'failed'; problem: LinkProblem }
  | { is: 'silent' }
  | { is: 'blocked'; seconds: number }
  | { is: 'unclear'; status?: number }
  | { is: 'unasked' }

/** State of an address. */
export interface LinkHistory {
  state: LinkState
  problem: LinkProblem | null
  /** First failure since the link last worked. */
  failedAt: Date | null
  goneAt: Date | null
  /** Since when there has been no answer. */
  silentSince: Date | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** Milliseconds between the failure that makes a link doubtful and the failure that confirms it. */
const recheckDelayMs = dayMs
/** Milliseconds without an answer that count as failure: servers may be down for days. */
const silenceMs = weekMs

const untouched: LinkHistory = { state: 'well', problem: null, failedAt: null, goneAt: null, silentSince: null }

/** Returns the state after a check. A link is gone only after two failures at least a day apart; one success resets it. */
export function applyCheck(before: LinkHistory, finding: CheckResult, now: Date): LinkHistory {
  switch (finding.is) {
    case 'well':
      return untouched
    case 'failed':
      return afterFailure({ ...before, silentSince: null }, finding.problem, now)
    case 'silent': {
      const silentSince = before.silentSince ?? now
      const updatedState = { ...before, silentSince }
      return now.getTime() - silentSince.getTime() >= silenceMs ? afterFailure(updatedState, 'unreachable', now) : updatedState
    }
    case 'unclear':
      return { ...before, silentSince: null }
    case 'blocked':
    case 'unasked':
      return before
  }
}

function afterFailure(before: LinkHistory, problem: LinkProblem, now: Date): LinkHistory {
  const failedAt = before.failedAt ?? now
  const isGone = before.state === 'gone' || now.getTime() - failedAt.getTime() >= recheckDelayMs
  return { ...before, state: isGone ? 'gone' : 'doubtful', problem, failedAt, goneAt: isGone ? (before.goneAt ?? now) : null }
}

/** Returns the next weekly slot (0 to 1) of an address, at least half a week from now. */
function weekly(place: number, now: Date): Date {
  const earliest = now.getTime() + weekMs / 2
  const dueAt = Math.floor(earliest / weekMs) * weekMs + place * weekMs
  return new Date(dueAt < earliest ? dueAt + weekMs : dueAt)
}

/**
 * Returns the first check time: the address's weekly slot.
 * @param place 0 to 1, derived from the address, to spread links added together
 */
export const firstCheckTime = (place: number, now: Date): Date => new Date(weekly(place, new Date(now.getTime() - weekMs / 2)))

/** Returns the next check time. @param place as for {@link firstCheckTime} */
export function nextCheckTime(after: LinkHistory, finding: CheckResult, place: number, now: Date): Date {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  if (finding.is === 'unasked') return inMs(hourMs / 4)
  if (finding.is === 'blocked') return inMs(hostPauseMs(finding.seconds))
  // Shortly after the earliest time at which a second failure counts.
  if (after.state === 'doubtful') return inMs(Math.max(hourMs, after.failedAt!.getTime() + recheckDelayMs - now.getTime()))
  if (after.state === 'gone' && now.getTime() - after.goneAt!.getTime() < weekMs) return inMs(dayMs)
  if (after.silentSince) return inMs(dayMs)
  return weekly(place, now)
}

/** Milliseconds of pause for a host that asks for one: an hour to a day. */
export const hostPauseMs = (seconds: number): number => Math.min(Math.max(seconds * 1000, hourMs), dayMs)

/** Returns the next check time after a discarded run: spread over the next day. */
export const checkTimeAfterOutage = (place: number, now: Date): Date => new Date(now.getTime() + hourMs + place * (dayMs - hourMs))

/** Whether our own network is probably down: more than half of the hosts failed. */
export function isOutageLikely(hosts: readonly (readonly CheckResult[])[]): boolean {
  const judged = hosts.filter((findings) => findings.some(({ is }) => is === 'well' || is === 'failed' || is === 'silent'))
  const failing = judged.filter((findings) => !findings.some(({ is }) => is === 'well'))
  return failing.length * 2 > judged.length
}
