/** A round of checks: several hosts concurrently, with one request per host at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { isOutageLikely } from '../rules.ts'
import { checkTarget, type CheckTools } from './check-target.ts'
import { claimHosts, deleteChecks, listDueChecks, listWorkingChecks, releaseHosts } from './queries/checks.ts'
import { type CheckedLink, pauseMsAfter, refusalOf, type Trust } from './results.ts'
import { saveResults } from './save-results.ts'

/** Limits of a round: hosts, addresses per host, duration per host, and how long hosts are reserved. */
const limits = { hosts: 12, addressesEach: 60, budgetMs: 120_000, claimSeconds: 600 }
/** Number of other hosts' working addresses that are checked to find out whether our own network is down. */
const maxComparedLinks = 3
/** Number of hosts that fail together only if our own network fails. */
const outageHosts = 3
const defaultPauseMs = 500

interface HostChecks {
  host: string
  checked: CheckedLink[]
}

/** Checks links of the hosts that have been due longest. @returns false if no link was due, or after an abort */
export async function checkRound(tools: CheckTools, signal: AbortSignal): Promise<boolean> {
  const { db, log } = tools
  const claimed = await claimHosts(db, limits.hosts, limits.claimSeconds)
  if (!claimed.length) return false
  const pausedUntil = new Map<string, Date>()
  try {
    const results = await Promise.allSettled(claimed.map((host) => checkHost(tools, host, signal)))
    const hosts = results.map((item) => {
      if (item.status === 'rejected') throw item.reason
      return item.value
    })
    if (signal.aborted) return false
    const trust = await decideTrust(tools, hosts, signal)
    if (trust === 'none')
      log.warn({ hosts: claimed.length }, 'most links of a round failed, and none of other hosts plays: no failure counts')
    for (const { host, checked } of hosts) {
      const pauseMs = pauseMsAfter(checked)
      if (pauseMs !== undefined) pausedUntil.set(host, new Date(Date.now() + pauseMs))
      const refusal = refusalOf(checked)
      if (refusal) log.warn({ host, ...refusal.facts }, refusal.text)
    }
    await saveResults(
      tools,
      hosts.flatMap(({ checked }) => checked),
      trust,
    )
  } finally {
    await releaseHosts(
      db,
      claimed.map((host) => ({ host, pausedUntil: pausedUntil.get(host) ?? null })),
    )
  }
  return !signal.aborted
}

/** Checks a host's due addresses one after the other, until the host needs a pause or the round's time is over. */
async function checkHost(tools: CheckTools, host: string, signal: AbortSignal): Promise<HostChecks> {
  const { db, fetchPublic, pauseMs = defaultPauseMs } = tools
  const ends = Date.now() + limits.budgetMs
  let isFirst = true
  const fetchWithPauses: FetchPublic = async (address, options) => {
    if (!isFirst) await sleep(pauseMs, undefined, { signal })
    isFirst = false
    return fetchPublic(address, options)
  }
  const checked: CheckedLink[] = []
  const unused: string[] = []
  for (const check of await listDueChecks(db, host, limits.addressesEach)) {
    if (signal.aborted || Date.now() > ends) break
    if (!check.isUsed) {
      unused.push(check.address)
      continue
    }
    const finding = await checkTarget({ ...tools, fetchPublic: fetchWithPauses }, check, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (!finding) break
    checked.push({ check, finding })
    if (pauseMsAfter(checked) !== undefined) break
  }
  if (unused.length) await deleteChecks(db, unused)
  return { host, checked }
}

/**
 * Decides which failures to trust. If our own network may be down, checks links of other hosts that worked before. If there is no such
 * link, trusts only failures with a response; if many hosts were checked, trusts no failures.
 */
async function decideTrust(tools: CheckTools, hosts: readonly HostChecks[], signal: AbortSignal): Promise<Trust> {
  if (!isOutageLikely(hosts.map(({ checked }) => checked.map(({ finding }) => finding)))) return 'all'
  const others = await listWorkingChecks(
    tools.db,
    hosts.map(({ host }) => host),
    maxComparedLinks,
  )
  if (!others.length) return hosts.length >= outageHosts ? 'none' : 'responses'
  const results = await Promise.all(others.map((check) => checkTarget(tools, check, { signal })))
  return results.filter(({ outcome }) => outcome === 'well').length * 2 >= results.length ? 'all' : 'none'
}
