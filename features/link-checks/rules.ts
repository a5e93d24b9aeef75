/** Computes the state of a link from the results of its checks. */
import type { LinkProblem, LinkState } from '#features/channels/rules.ts'

/**
 * Result of a check. `silent`: no response; `blocked`: the host asks for a pause; `unclear`: a response that shows neither success nor
 * failure, with its status if that is an error; `unasked`: not requested, because the rate limit is reached.
 */
export type CheckResult =
  | { outcome: 'well' }
  | { outcome: 'failed'; problem: LinkProblem }
  | { outcome: 'silent' }
  | { outcome: 'blocked'; seconds: number }
  | { outcome: 'unclear'; status?: number }
  | { outcome: 'unasked' }

/** The state of a link, and the earlier results that decide the next state. */
export interface LinkHistory {
  state: LinkState
  problem: LinkProblem | null
  /** First failure since the link was last working. */
  failedAt: Date | null
  goneAt: Date | null
  /** Start of the current period without a response; null if there is none. */
  silentSince: Date | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** Minimum milliseconds between the failure that makes a link doubtful and a failure that makes it gone. */
const recheckDelayMs = dayMs
/** Milliseconds without a response that count as a failure, because servers may be down for days. */
const silenceMs = weekMs

const uncheckedLink: LinkHistory = { state: 'well', problem: null, failedAt: null, goneAt: null, silentSince: null }

/** Returns the state after a check. A link is gone after two failures at least a day apart. A single success makes it work again. */
export function applyCheck(before: LinkHistory, finding: CheckResult, now: Date): LinkHistory {
  switch (finding.outcome) {
    case 'well':
      return uncheckedLink
    case 'failed':
      return stateAfterFailure({ ...before, silentSince: null }, finding.problem, now)
    case 'silent': {
      const silentSince = before.silentSince ?? now
      const updatedState = { ...before, silentSince }
      return now.getTime() - silentSince.getTime() >= silenceMs ? stateAfterFailure(updatedState, 'unreachable', now) : updatedState
    }
    case 'unclear':
      return { ...before, silentSince: null }
    case 'blocked':
    case 'unasked':
      return before
  }
}

function stateAfterFailure(before: LinkHistory, problem: LinkProblem, now: Date): LinkHistory {
  const failedAt = before.failedAt ?? now
  const isGone = before.state === 'gone' || now.getTime() - failedAt.getTime() >= recheckDelayMs
  return { ...before, state: isGone ? 'gone' : 'doubtful', problem, failedAt, goneAt: isGone ? (before.goneAt ?? now) : null }
}

/** Returns the time of an address's next weekly check, at least half a week from now. */
function nextWeeklyTime(timeInWeek: number, now: Date): Date {
  const earliest = now.getTime() + weekMs / 2
  const dueAt = Math.floor(earliest / weekMs) * weekMs + timeInWeek * weekMs
  return new Date(dueAt < earliest ? dueAt + weekMs : dueAt)
}

/**
 * Returns the time of the first check: within a week, at the address's own time.
 * @param timeInWeek 0 to 1, derived from the address, so that links added together are checked at different times
 */
export const firstCheckTime = (timeInWeek: number, now: Date): Date =>
  new Date(nextWeeklyTime(timeInWeek, new Date(now.getTime() - weekMs / 2)))

/** Returns the next check time. @param timeInWeek as for {@link firstCheckTime} */
export function nextCheckTime(after: LinkHistory, finding: CheckResult, timeInWeek: number, now: Date): Date {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  if (finding.outcome === 'unasked') return inMs(hourMs / 4)
  if (finding.outcome === 'blocked') return inMs(hostPauseMs(finding.seconds))
  // Checks again when a second failure counts, but at least an hour from now.
  if (after.state === 'doubtful') return inMs(Math.max(hourMs, after.failedAt!.getTime() + recheckDelayMs - now.getTime()))
  if (after.state === 'gone' && now.getTime() - after.goneAt!.getTime() < weekMs) return inMs(dayMs)
  if (after.silentSince) return inMs(dayMs)
  return nextWeeklyTime(timeInWeek, now)
}

/** Returns the pause in ms for a host that asks for a pause of `seconds`: at least an hour, at most a day. */
export const hostPauseMs = (seconds: number): number => Math.min(Math.max(seconds * 1000, hourMs), dayMs)

/** Returns the next check time after a run whose results were discarded: 1 to 24 hours from now, depending on `timeInWeek`. */
export const checkTimeAfterOutage = (timeInWeek: number, now: Date): Date =>
  new Date(now.getTime() + hourMs + timeInWeek * (dayMs - hourMs))

/** Whether our own network is probably down, because more than half of the hosts failed. */
export function isOutageLikely(hosts: readonly (readonly CheckResult[])[]): boolean {
  const judged = hosts.filter((findings) =>
    findings.some(({ outcome }) => outcome === 'well' || outcome === 'failed' || outcome === 'silent'),
  )
  const failing = judged.filter((findings) => !findings.some(({ outcome }) => outcome === 'well'))
  return failing.length * 2 > judged.length
}
