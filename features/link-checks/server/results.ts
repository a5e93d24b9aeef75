/** Decides what the results of checks mean for links and hosts. */
import { createHash } from 'node:crypto'
import { applyCheck, checkTimeAfterOutage, type CheckResult, hostPauseMs, nextCheckTime } from '../rules.ts'
import type { Check, CheckUpdate } from './queries/checks.ts'

/**
 * Consecutive links without a response after which a host is paused, and the pause in ms. Without the pause, the whole round would wait for
 * this host.
 */
const silenceLimits = { links: 3, restMs: 600_000 }

export interface CheckedLink {
  check: Check
  finding: CheckResult
}

/** The failures of a round that count: all, only those with a response, or none. */
export type Trust = 'all' | 'responses' | 'none'
/** Results that don't change the state of links. */
const ignoredOutcomes: Readonly<Record<Trust, readonly CheckResult['outcome'][]>> = {
  all: [],
  responses: ['silent'],
  none: ['silent', 'failed'],
}

/** Returns the time in the week at which an address is checked, from 0 to 1. Each address always has the same time. */
export const timeInWeekOf = (address: string): number => createHash('sha256').update(address).digest().readUInt32BE() / 2 ** 32

/** Returns the state of a link after a check. */
export function updateOf({ check, finding }: CheckedLink, trust: Trust, now: Date): CheckUpdate & { before: Check['state'] } {
  const counts = !ignoredOutcomes[trust].some((outcome) => outcome === finding.outcome)
  const after = counts ? applyCheck(check, finding, now) : check
  const timeInWeek = timeInWeekOf(check.address)
  return {
    ...after,
    address: check.address,
    previousCheckedAt: check.lookedAt,
    lookedAt: finding.outcome === 'unasked' ? check.lookedAt : now,
    dueAt: counts ? nextCheckTime(after, finding, timeInWeek, now) : checkTimeAfterOutage(timeInWeek, now),
    before: check.state,
  }
}

const findingsOf = (checked: readonly CheckedLink[]) => checked.map(({ finding }) => finding)

/** Whether a host gave no response for its latest checked links, as many as `silenceLimits.links`. */
const isSilent = (checked: readonly CheckedLink[]) =>
  checked.length >= silenceLimits.links && findingsOf(checked.slice(-silenceLimits.links)).every(({ outcome }) => outcome === 'silent')

/** Returns the pause in ms that a host needs after these checks; undefined if its next link may be checked. */
export function pauseMsAfter(checked: readonly CheckedLink[]): number | undefined {
  const last = checked.at(-1)?.finding
  if (last?.outcome === 'blocked') return hostPauseMs(last.seconds)
  return isSilent(checked) ? silenceLimits.restMs : undefined
}

/** Returns a warning for the operator about a host that refuses our requests; undefined if it doesn't. */
export function refusalOf(checked: readonly CheckedLink[]): { facts: object; text: string } | undefined {
  const findings = findingsOf(checked)
  const last = findings.at(-1)
  if (last?.outcome === 'blocked') return { facts: { seconds: last.seconds }, text: 'a host asks to be left alone for a while' }
  const isRefused = (finding: CheckResult) => finding.outcome === 'unclear' && (finding.status === 401 || finding.status === 403)
  return findings.length > 0 && findings.every(isRefused)
    ? { facts: { links: findings.length }, text: 'a host refuses to have links looked at' }
    : undefined
}
