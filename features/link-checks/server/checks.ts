/** Checks links: in rounds, and immediately for users who may edit the video. */
import { setMaxListeners } from 'node:events'
import { createDeadlineSignal } from '#kit/server/abort.ts'
import { firstCheckTime, type CheckResult } from '../rules.ts'
import { hostToRequest, type LinkTarget } from './check-link.ts'
import { checkTarget, type CheckTools } from './check-target.ts'
import { scheduleEarlierCheck, findCheck, insertChecks, listVideoTargets, type NewCheck } from './queries/checks.ts'
import { timeInWeekOf } from './results.ts'
import { checkRound } from './round.ts'
import { saveResults } from './save-results.ts'

/** Timeout of an immediate check, in ms. */
const immediateCheckTimeoutMs = 15_000
/** Minimum seconds between requested checks of an address. */
export const minRecheckSeconds = { byViewers: 3600, byOwner: 600 }
const videosPerRead = 2000

export function createLinkChecks(tools: CheckTools) {
  const { db } = tools
  return {
    /** Schedules addresses added since the last run. */
    async registerNew(signal: AbortSignal): Promise<void> {
      for (let after = ''; !signal.aborted;) {
        const videos = await listVideoTargets(db, after, videosPerRead)
        const now = new Date()
        const newChecks = new Map<string, NewCheck>()
        for (const { isKnown, ...target } of videos) {
          const { address } = target
          const host = isKnown ? undefined : hostToRequest(target)
          if (host !== undefined) newChecks.set(address, { address, host, dueAt: firstCheckTime(timeInWeekOf(address), now) })
        }
        if (newChecks.size) await insertChecks(db, [...newChecks.values()])
        if (videos.length < videosPerRead) return
        after = videos.at(-1)!.id
      }
    },

    /** Checks due addresses until done or `endsAt`. */
    async checkDueLinks(signal: AbortSignal, endsAt: number): Promise<void> {
      // Turns off Node's warning about many listeners: each host and request adds one.
      setMaxListeners(0, signal)
      while (Date.now() < endsAt && (await checkRound(tools, signal)));
    },

    /**
     * Checks a link now, for users who may edit the video. A success counts at once. A failure only counts after the job has checked twice.
     */
    async checkNow(target: LinkTarget, caller: string, callerGone: AbortSignal): Promise<CheckResult> {
      const host = hostToRequest(target)
      if (host === undefined) return { outcome: 'unclear' }
      const signal = createDeadlineSignal(immediateCheckTimeoutMs, callerGone)
      const finding = await checkTarget(tools, target, { by: caller, signal }).catch((error: unknown): CheckResult => {
        callerGone.throwIfAborted()
        if (signal.aborted) return { outcome: 'silent' }
        throw error
      })
      const check = finding.outcome === 'well' ? await findCheck(db, target.address) : undefined
      if (check) await saveResults(tools, [{ check, finding }], 'all')
      return finding
    },

    /** Checks a link in the next run, because a viewer reported a failure. */
    async scheduleCheck(target: LinkTarget): Promise<void> {
      const host = hostToRequest(target)
      if (host !== undefined) await scheduleEarlierCheck(db, { address: target.address, host }, minRecheckSeconds.byViewers)
    },
  }
}
export type LinkChecks = ReturnType<typeof createLinkChecks>
