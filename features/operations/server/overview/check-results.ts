import { isolateDirection } from '#kit/contract/isolated.ts'
import type { TextKey, Values } from '#kit/contract/texts.ts'
import type { CheckState } from '../../rules.ts'
import { limits, thresholds } from '../../rules.ts'
import en from '../../locales/en.json' with { type: 'json' }
import type { AppStatus, DatabaseStatus } from '../queries/overview.ts'
import { type Disk, diskState } from '../storage-state.ts'

/** Paths of pages of the console, without the language. */
export const consolePaths = {
  failedJobs: '/operator/jobs?state=dead',
  failedMails: '/operator/jobs?kind=mail',
  jobs: '/operator/jobs',
  storage: '/operator/storage',
  television: '/operator/tv',
  ledger: '/operator/ledger',
  reports: '/operator/reports',
} as const

export interface CheckResult {
  state: CheckState
  text: TextKey<typeof en.check>
  values?: Values
  /** The page of the console where an operator can solve the problem. */
  place?: (typeof consolePaths)[keyof typeof consolePaths]
}

const okResult = (text: CheckResult['text'], values?: Values): CheckResult => ({ state: 'ok', text, ...(values && { values }) })
const warningResult = (text: CheckResult['text'], values?: Values, place?: CheckResult['place']): CheckResult => ({
  state: 'warning',
  text,
  ...(values && { values }),
  ...(place && { place }),
})
const problemResult = (text: CheckResult['text'], values?: Values, place?: CheckResult['place']): CheckResult => ({
  ...warningResult(text, values, place),
  state: 'problem',
})

/** Adds a `+` to a count that has reached its limit. */
const countText = (count: number) => (count >= limits.count ? `${count}+` : count)

const listOf = (names: readonly string[]) => names.map(isolateDirection).join(', ')

/** @param title returns the title of a kind of jobs */
export const judgeJobs = (facts: AppStatus, title: (kind: string) => string): CheckResult => {
  const { dead_jobs: dead, dead_kinds: kinds, due_seconds: due, paused_kinds: paused } = facts
  if (due > thresholds.waitMinutes * 60) return problemResult('jobs.waiting', { count: Math.round(due / 60) }, consolePaths.jobs)
  if (dead > 0) return warningResult('jobs.dead', { count: countText(dead), kinds: listOf(kinds.map(title)) }, consolePaths.failedJobs)
  return paused.length > 0
    ? warningResult('jobs.paused', { count: paused.length, kinds: listOf(paused.map(title)) }, consolePaths.jobs)
    : okResult('jobs.ok')
}

export const judgeMail = (facts: AppStatus, { hasServer, isPublic }: { hasServer: boolean; isPublic: boolean }): CheckResult => {
  const { dead_mails: dead, retried_mails: retried, paused_kinds: paused } = facts
  if (paused.includes('mail')) return problemResult('mail.paused', undefined, consolePaths.failedMails)
  if (dead > 0) return problemResult('mail.dead', { count: countText(dead) }, consolePaths.failedMails)
  if (retried > 0) return warningResult('mail.retried', { count: countText(retried) }, consolePaths.failedMails)
  if (hasServer) return okResult('mail.ok')
  return isPublic ? problemResult('mail.outbox') : okResult('mail.outbox_local')
}

export const judgeImports = ({ failing_sources: names }: AppStatus): CheckResult =>
  names.length > 0
    ? problemResult('imports.failing', { count: names.length, names: listOf(names) }, consolePaths.television)
    : okResult('imports.ok')

/** @param isS3 whether files are in a bucket, not on the disk */
export const judgeStorage = ({ late_purges: late }: AppStatus, isS3: boolean): CheckResult =>
  late > 0 ? problemResult('storage.purges', { count: countText(late) }) : okResult(isS3 ? 'storage.s3' : 'storage.disk')

export const judgePayments = ({ unanswered_payments: unanswered, uncredited_payments: uncredited }: AppStatus): CheckResult => {
  if (uncredited > 0) return problemResult('payments.uncredited', { count: countText(uncredited) }, consolePaths.ledger)
  return unanswered > 0
    ? warningResult('payments.unanswered', { count: countText(unanswered) }, consolePaths.ledger)
    : okResult('payments.ok')
}

const dayMs = 86_400_000
export const judgeReports = ({ oldest_report: oldest }: AppStatus, now: number): CheckResult => {
  if (oldest === null) return okResult('reports.ok')
  const days = Math.floor((now - Date.parse(oldest)) / dayMs)
  return days >= thresholds.reportDays ? warningResult('reports.old', { count: days }, consolePaths.reports) : okResult('reports.open')
}

/** @param madeAt time of the last backup; undefined: none */
export const judgeBackup = (madeAt: Date | undefined, now: number): CheckResult => {
  if (!madeAt) return problemResult('backup.none')
  const days = Math.floor((now - madeAt.getTime()) / dayMs)
  return days >= thresholds.backupDays
    ? problemResult('backup.old', { count: days })
    : okResult('backup.ok', { count: Math.max(days, 0) + 1 })
}

export function judgeDisk(disk: Disk): CheckResult {
  const values = {
    percent: Math.floor((100 * disk.free_bytes) / disk.total_bytes),
    gigabytes: Math.floor((10 * disk.free_bytes) / 1024 ** 3) / 10,
  }
  const state = diskState(disk)
  if (state === 'full') return problemResult('disk.full', values, consolePaths.storage)
  return state === 'low' ? warningResult('disk.low', values, consolePaths.storage) : okResult('disk.ok', values)
}

export function judgeDatabase(facts: DatabaseStatus): CheckResult {
  const { version, bytes, connections, max_connections: maxConnections, slow, blocked } = facts
  if (connections >= maxConnections * thresholds.connections)
    return problemResult('database.connections', { count: connections, most: maxConnections })
  if (blocked > 0) return warningResult('database.blocked', { count: blocked })
  if (slow > 0) return warningResult('database.slow', { count: slow, seconds: thresholds.slowSeconds })
  return okResult('database.ok', { version: version.split(' ')[0]!, megabytes: Math.round(bytes / 1e6), count: connections })
}

/** @param roundTripMs duration of the statement: a smaller difference can't be measured */
export function judgeClock(aheadMs: number, roundTripMs: number): CheckResult {
  const seconds = Math.max(0, Math.abs(aheadMs) - roundTripMs / 2) / 1000
  const values = { count: Math.round(seconds) }
  if (seconds > thresholds.clockProblemSeconds) return problemResult('clock.wrong', values)
  return seconds > thresholds.clockWarningSeconds ? warningResult('clock.wrong', values) : okResult('clock.ok')
}

/** @param releaseMigrations names of the release's migrations */
export function judgeVersion(version: string, applied: readonly string[], releaseMigrations: readonly string[]): CheckResult {
  const done = new Set(applied)
  const open = releaseMigrations.filter((name) => !done.has(name)).length
  if (open > 0) return problemResult('version.open', { version, count: open })
  const latest = releaseMigrations.at(-1) ?? ''
  const newer = applied.filter((name) => /^\d/.test(name) && name > latest).length
  return newer > 0 ? problemResult('version.newer', { version, count: newer }) : okResult('version.ok', { version })
}

export interface Certificate {
  host: string
  validTo: Date
  isTrusted: boolean
}
/** @param failed hosts whose certificate couldn't be read */
export function judgeCertificates(certificates: readonly Certificate[], failed: readonly string[], now: number): CheckResult {
  const daysOf = ({ validTo }: Certificate) => Math.floor((validTo.getTime() - now) / dayMs)
  const [first] = certificates.toSorted((a, b) => daysOf(a) - daysOf(b))
  const untrusted = certificates.find(({ isTrusted }) => !isTrusted)
  if (first && daysOf(first) < 0) return problemResult('certificates.expired', { host: first.host })
  if (untrusted) return problemResult('certificates.untrusted', { host: untrusted.host })
  if (first && daysOf(first) < thresholds.certificateDays)
    return warningResult('certificates.ending', { host: first.host, count: daysOf(first) })
  if (failed.length > 0) return warningResult('certificates.unread', { hosts: failed.join(', ') })
  return first ? okResult('certificates.ok', { count: daysOf(first) }) : okResult('certificates.none')
}

export type UnsafeSetting = 'sandbox' | 'demo' | 'http' | 'token' | 'limits' | 'root' | 'test_key'

export function judgeSettings(unsafe: readonly UnsafeSetting[], name: (key: UnsafeSetting) => string): CheckResult {
  if (unsafe.length === 0) return okResult('settings.ok')
  const isSevere = unsafe.some((key) => key !== 'root' && key !== 'limits' && key !== 'test_key')
  return {
    state: isSevere ? 'problem' : 'warning',
    text: 'settings.unsafe',
    values: { count: unsafe.length, what: unsafe.map(name).join(' ') },
  }
}
