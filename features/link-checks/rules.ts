/** What becomes of a link by what was found at its address: the only place that decides. */
import type { LinkProblem, LinkState } from '#features/curation/rules.ts'

/**
 * What a look found: `silent`: nothing came; `blocked`: its host asks to be left alone; `unclear`: an answer that says nothing of the
 * link, its status if it was refused; `unasked`: it was not asked, because we are busy.
 */
export type Finding =
  | { is: 'well' }
  | { is: 'failed'; problem: LinkProblem }
  | { is: 'silent' }
  | { is: 'blocked'; seconds: number }
  | { is: 'unclear'; status?: number }
  | { is: 'unasked' }

/** What is known of an address. */
export interface LinkHistory {
  state: LinkState
  problem: LinkProblem | null
  /** When it failed first since it was last well. */
  failedAt: Date | null
  goneAt: Date | null
  /** Since when nothing has come from there. */
  silentSince: Date | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** Milliseconds between the failure that makes a link doubtful and one that shows it to be gone. */
const secondLookMs = dayMs
/** Milliseconds of silence that are a failure: a machine may be away for some days. */
const silenceMs = weekMs

const untouched: LinkHistory = { state: 'well', problem: null, failedAt: null, goneAt: null, silentSince: null }

/** The history after a look. Only a failure that is seen twice, at least a day apart, says that a link is gone; one good answer heals it. */
export function afterLook(before: LinkHistory, finding: Finding, now: Date): LinkHistory {
  switch (finding.is) {
    case 'well':
      return untouched
    case 'failed':
      return afterFailure({ ...before, silentSince: null }, finding.problem, now)
    case 'silent': {
      const silentSince = before.silentSince ?? now
      const silent = { ...before, silentSince }
      return now.getTime() - silentSince.getTime() >= silenceMs ? afterFailure(silent, 'unreachable', now) : silent
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
  const isGone = before.state === 'gone' || now.getTime() - failedAt.getTime() >= secondLookMs
  return { ...before, state: isGone ? 'gone' : 'doubtful', problem, failedAt, goneAt: isGone ? (before.goneAt ?? now) : null }
}

/** The place of an address in the week (0 to 1), the first one that comes at least half a week from now. */
function weekly(place: number, now: Date): Date {
  const earliest = now.getTime() + weekMs / 2
  const due = Math.floor(earliest / weekMs) * weekMs + place * weekMs
  return new Date(due < earliest ? due + weekMs : due)
}

/**
 * When an address is looked at first: at its place in the week.
 * @param place from 0 to 1, made of the address: what came together, or waited together, is spread again
 */
export const firstLook = (place: number, now: Date): Date => new Date(weekly(place, new Date(now.getTime() - weekMs / 2)))

/** When it is looked at again. @param place as for {@link firstLook} */
export function nextLook(after: LinkHistory, finding: Finding, place: number, now: Date): Date {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  if (finding.is === 'unasked') return inMs(hourMs / 4)
  if (finding.is === 'blocked') return inMs(blockedMs(finding.seconds))
  // Soon after the moment from which on a second failure counts.
  if (after.state === 'doubtful') return inMs(Math.max(hourMs, after.failedAt!.getTime() + secondLookMs - now.getTime()))
  if (after.state === 'gone' && now.getTime() - after.goneAt!.getTime() < weekMs) return inMs(dayMs)
  if (after.silentSince) return inMs(dayMs)
  return weekly(place, now)
}

/** Milliseconds that a host is left alone which asks for that: an hour at least, a day at most. */
export const blockedMs = (seconds: number): number => Math.min(Math.max(seconds * 1000, hourMs), dayMs)

/** When it is looked at again after a run that counts for nothing: within a day, spread. */
export const lookAfterOutage = (place: number, now: Date): Date => new Date(now.getTime() + hourMs + place * (dayMs - hourMs))

/**
 * Is it likely that we can't reach anybody, rather than all of them being gone? More than half of the hosts that were asked had nothing
 * good to say.
 */
export function isSuspicious(hosts: readonly (readonly Finding[])[]): boolean {
  const judged = hosts.filter((findings) => findings.some(({ is }) => is === 'well' || is === 'failed' || is === 'silent'))
  const bad = judged.filter((findings) => !findings.some(({ is }) => is === 'well'))
  return bad.length * 2 > judged.length
}
