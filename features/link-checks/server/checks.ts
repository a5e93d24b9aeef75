/** Checks links in rounds. Several hosts are checked concurrently, with one request per host at a time. */
import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeadlineSignal } from '#kit/server/abort.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Log } from '#kit/server/log.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { copyLinkState } from '#features/channels/server/queries/video-links.ts'
import { createHostLimiter } from '#features/media/server/fetch-limits.ts'
import { applyCheck, hostPauseMs, type CheckResult, firstCheckTime, isOutageLikely, checkTimeAfterOutage, nextCheckTime } from '../rules.ts'
import { hostToRequest, checkAddress, type LinkTarget } from './check-link.ts'
import {
  scheduleEarlierCheck,
  type Check,
  claimHosts,
  deleteChecks,
  findCheck,
  insertChecks,
  listDueChecks,
  listStaleLinkStates,
  listVideoTargets,
  listWorkingChecks,
  readClock,
  releaseHosts,
  saveCheckUpdates,
} from './queries/checks.ts'

/** Limits of a round: hosts, addresses per host, duration per host, and how long hosts are reserved. */
const round = { hosts: 12, addressesEach: 60, budgetMs: 120_000, claimSeconds: 600 }
/**
 * Consecutive links without a response after which a host is paused, and the pause in ms. Without the pause, the whole round would wait for
 * this host.
 */
const silenceLimits = { links: 3, restMs: 600_000 }
/** Number of other hosts' working addresses that are checked to find out whether our own network is down. */
const maxComparedLinks = 3
/** Number of hosts that fail together only if our own network fails. */
const outageHosts = 3
/** Pause between two requests to a host, in ms. */
const defaultPauseMs = 500
/** Timeout of an immediate check, in ms. */
const nowDeadlineMs = 15_000
/** Minimum seconds between requested checks of an address. */
export const minRecheckSeconds = { byViewers: 3600, byOwner: 600 }
const videosPerRead = 2000
const videosPerUpdate = 500

export interface CheckTools {
  db: Db
  fetchPublic: FetchPublic
  /** Parses the fetched pages, manifests and pictures. */
  sandbox: Sandbox
  limits: Pick<Limits, 'takeAll'>
  log: Log
  /** Metrics for the operator: checks by result, and links by new state. */
  count: {
    look: (finding: CheckResult['outcome'], by?: number) => void
    change: (change: 'doubtful' | 'gone' | 'healed', by?: number) => void
  }
  pauseMs?: number | undefined
}

/** Returns the time in the week at which an address is checked, from 0 to 1. Each address always has the same time. */
const timeInWeekOf = (address: string): number => createHash('sha256').update(address).digest().readUInt32BE() / 2 ** 32

interface CheckedLink {
  check: Check
  finding: CheckResult
}
/** The failures of a round that count: all, only those with a response, or none. */
type Trust = 'all' | 'responses' | 'none'
/** Results that don't change the state of links. */
const ignoredOutcomes: Readonly<Record<Trust, readonly CheckResult['outcome'][]>> = {
  all: [],
  responses: ['silent'],
  none: ['silent', 'failed'],
}
interface HostChecks {
  host: string
  checked: CheckedLink[]
}

/** Whether a host gave no response for its latest checked links, as many as `silenceLimits.links`. */
const isSilent = (checked: readonly CheckedLink[]) =>
  checked.length >= silenceLimits.links && checked.slice(-silenceLimits.links).every(({ finding }) => finding.outcome === 'silent')

export function createLinkChecks({ db, fetchPublic, sandbox, limits, log, count, pauseMs = defaultPauseMs }: CheckTools) {
  /** Checks an address, within the global fetch limits. */
  function checkTarget(target: LinkTarget, fetch: FetchPublic, { by, signal }: { by?: string; signal: AbortSignal }): Promise<CheckResult> {
    const admit = createHostLimiter(limits, { by, address: target.address, isPasted: false })
    const fetchAdmitted: FetchPublic = (address, options) => fetch(address, { ...options, admit, signal, ...(by !== undefined && { by }) })
    return checkAddress({ fetchPublic: fetchAdmitted, sandbox, by, signal }, target)
  }

  /** Checks a host's due addresses one after the other, until the host asks for a pause or the round's time is over. */
  async function checkHost(host: string, signal: AbortSignal): Promise<HostChecks> {
    const ends = Date.now() + round.budgetMs
    let isFirst = true
    const fetchWithPauses: FetchPublic = async (address, options) => {
      if (!isFirst) await sleep(pauseMs, undefined, { signal })
      isFirst = false
      return fetchPublic(address, options)
    }
    const checked: CheckedLink[] = []
    const unused: string[] = []
    for (const check of await listDueChecks(db, host, round.addressesEach)) {
      if (signal.aborted || Date.now() > ends) break
      if (!check.isUsed) {
        unused.push(check.address)
        continue
      }
      const finding = await checkTarget(check, fetchWithPauses, { signal }).catch((error: unknown) => {
        if (signal.aborted) return undefined
        throw error
      })
      if (!finding) break
      checked.push({ check, finding })
      if (finding.outcome === 'blocked' || isSilent(checked)) break
    }
    if (unused.length) await deleteChecks(db, unused)
    return { host, checked }
  }

  /**
   * Decides which failures to trust. If our own network may be down, checks links of other hosts that worked before. If there is no such
   * link, trusts only failures with a response; if many hosts were checked, trusts no failures.
   */
  async function decideTrust(hosts: readonly HostChecks[], signal: AbortSignal): Promise<Trust> {
    if (!isOutageLikely(hosts.map(({ checked }) => checked.map(({ finding }) => finding)))) return 'all'
    const others = await listWorkingChecks(
      db,
      hosts.map(({ host }) => host),
      maxComparedLinks,
    )
    if (!others.length) return hosts.length >= outageHosts ? 'none' : 'responses'
    const result = await Promise.all(others.map((check) => checkTarget(check, fetchPublic, { signal })))
    return result.filter(({ outcome }) => outcome === 'well').length * 2 >= result.length ? 'all' : 'none'
  }

  /** Stores the result and updates the videos. */
  async function save(checked: readonly CheckedLink[], trust: Trust): Promise<void> {
    const now = await readClock(db)
    const updates = checked.map(({ check, finding }) => {
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
    })
    await saveCheckUpdates(db, updates)
    for (const state of await listStaleLinkStates(
      db,
      updates.map(({ address }) => address),
    ))
      await updateVideos(state)
    for (const { finding } of checked) count.look(finding.outcome)
    for (const { before, state } of updates) if (before !== state) count.change(state === 'well' ? 'healed' : state)
  }

  /** Updates all videos with the address. Waits only briefly for locked videos, which are updated after the next check. */
  async function updateVideos({ address, ...linkState }: Awaited<ReturnType<typeof listStaleLinkStates>>[number]): Promise<void> {
    for (let attempts = 0; attempts < 3;) {
      const { written, left } = await copyLinkState(db, address, linkState, videosPerUpdate)
      if (left === 0) return
      if (written > 0) continue
      attempts++
      await sleep(200)
    }
  }

  /** @returns false if no link was due */
  async function checkBatch(signal: AbortSignal): Promise<boolean> {
    const claimed = await claimHosts(db, round.hosts, round.claimSeconds)
    if (!claimed.length) return false
    const paused = new Map<string, Date>()
    try {
      const results = await Promise.allSettled(claimed.map((host) => checkHost(host, signal)))
      const hosts = results.map((item) => {
        if (item.status === 'rejected') throw item.reason
        return item.value
      })
      if (signal.aborted) return false
      const trust = await decideTrust(hosts, signal)
      if (trust === 'none')
        log.warn({ hosts: claimed.length }, 'most links of a round failed, and none of other hosts plays: no failure counts')
      for (const { host, checked } of hosts) {
        const blocked = checked.map(({ finding }) => finding).find((finding) => finding.outcome === 'blocked')
        if (blocked) paused.set(host, new Date(Date.now() + hostPauseMs(blocked.seconds)))
        else if (isSilent(checked)) paused.set(host, new Date(Date.now() + silenceLimits.restMs))
        reportRefusal(host, checked)
      }
      await save(
        hosts.flatMap(({ checked }) => checked),
        trust,
      )
    } finally {
      await releaseHosts(
        db,
        claimed.map((host) => ({ host, pausedUntil: paused.get(host) ?? null })),
      )
    }
    return !signal.aborted
  }

  /** Logs a warning for the operator about a host that refuses our requests. */
  function reportRefusal(host: string, checked: readonly CheckedLink[]): void {
    const last = checked.at(-1)?.finding
    if (last?.outcome === 'blocked') return log.warn({ host, seconds: last.seconds }, 'a host asks to be left alone for a while')
    const blockedChecks = checked.filter(
      ({ finding }) => finding.outcome === 'unclear' && (finding.status === 401 || finding.status === 403),
    )
    if (blockedChecks.length > 0 && blockedChecks.length === checked.length)
      log.warn({ host, links: blockedChecks.length }, 'a host refuses to have links looked at')
  }

  return {
    /** Schedules addresses added since the last run. */
    async registerNew(signal: AbortSignal): Promise<void> {
      for (let after = ''; !signal.aborted;) {
        const videos = await listVideoTargets(db, after, videosPerRead)
        const now = new Date()
        const fresh = new Map(
          videos.flatMap((video) => {
            const host = video.isKnown ? undefined : hostToRequest(video)
            return host === undefined
              ? []
              : [[video.address, { address: video.address, host, dueAt: firstCheckTime(timeInWeekOf(video.address), now) }]]
          }),
        )
        if (fresh.size) await insertChecks(db, [...fresh.values()])
        if (videos.length < videosPerRead) return
        after = videos.at(-1)!.id
      }
    },

    /** Checks due addresses until done or `endsAt`. */
    async checkDueLinks(signal: AbortSignal, endsAt: number): Promise<void> {
      // Turns off Node's warning about many listeners: each host and request adds one.
      setMaxListeners(0, signal)
      while (Date.now() < endsAt && (await checkBatch(signal)));
    },

    /**
     * Checks a link now, for users who may edit the video. A success counts at once. A failure only counts after the job has checked twice.
     */
    async checkNow(target: LinkTarget, caller: string, callerGone: AbortSignal): Promise<CheckResult> {
      const host = hostToRequest(target)
      if (host === undefined) return { outcome: 'unclear' }
      const signal = createDeadlineSignal(nowDeadlineMs, callerGone)
      const finding = await checkTarget(target, fetchPublic, { by: caller, signal }).catch((error: unknown): CheckResult => {
        callerGone.throwIfAborted()
        if (signal.aborted) return { outcome: 'silent' }
        throw error
      })
      const check = finding.outcome === 'well' ? await findCheck(db, target.address) : undefined
      if (check) await save([{ check, finding }], 'all')
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
