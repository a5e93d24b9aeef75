import { stat } from 'node:fs/promises'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, withStatementTimeout } from '#kit/server/db/db.ts'
import { StatementEndedError } from '#kit/server/db/statement-scope.ts'
import type { Log } from '#kit/server/log.ts'
import type { Check, FigureRow } from '../../contract.ts'
import { type OverviewCheckName, overviewCheckNames, type Figure, figures, thresholds } from '../../rules.ts'
import { readDisk, probeStorage, type StorageStateOptions } from '../storage-state.ts'
import { type DayCount, listFigureDays, readAppStatus, readDatabaseStatus } from '../queries/overview.ts'
import { jobTitle } from '../job-titles.ts'
import { texts } from '../texts.ts'
import { DeadlineError, withinDeadline } from '../within-deadline.ts'
import { createCertificates, tlsAddresses } from './certificates.ts'
import * as judge from './check-results.ts'
import { findUnsafeSettings, isLoopbackUrl, type UnsafeOptions } from './unsafe-settings.ts'

export interface OverviewOptions {
  db: Db
  log: Pick<Log, 'warn'>
  storage: StorageStateOptions['storage']
  config: UnsafeOptions & StorageStateOptions['config'] & { smtpUrl?: string | undefined; s3?: { endpoint?: string } | undefined }
  /** The running release. */
  release: { version: string; migrations: readonly string[] }
  /** Path of a file whose modification time is that of the last backup. */
  backupMark: string
}

type CheckReads = Readonly<Record<OverviewCheckName, () => Promise<judge.CheckResult>>>

/** Creates the checks of the overview. The checks share statements, each of which has the time limit of a check. */
export function createOverview({ db, log, storage, config, release, backupMark }: OverviewOptions) {
  const checkDb = withStatementTimeout(db, thresholds.checkMs)
  const certificates = createCertificates(tlsAddresses([config.publicUrl, config.smtpUrl, config.s3?.endpoint]))
  const isPublic = !isLoopbackUrl(config.publicUrl)

  function createReads(language: Language): CheckReads {
    const t = texts[language]
    const app = readAppStatus(checkDb)
    const started = Date.now()
    const database = readDatabaseStatus(checkDb).then((facts) => ({ facts, ended: Date.now() }))
    // Prevents unhandled rejections, because the checks await the data only later.
    for (const read of [app, database]) read.catch(() => undefined)
    return {
      mail: async () => judge.judgeMail(await app, { hasServer: config.smtpUrl !== undefined, isPublic }),
      backup: async () => {
        const mark = await stat(backupMark).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        })
        return judge.judgeBackup(mark?.mtime, Date.now())
      },
      disk: async () => judge.judgeDisk(await readDisk(config.dataDir)),
      storage: async () => {
        await probeStorage(storage)
        return judge.judgeStorage(await app, config.s3 !== undefined)
      },
      database: async () => judge.judgeDatabase((await database).facts),
      jobs: async () => judge.judgeJobs(await app, (kind) => jobTitle(kind, language)),
      imports: async () => judge.judgeImports(await app),
      payments: async () => judge.judgePayments(await app),
      certificates: async () => {
        const { certificates: found, failed } = await certificates()
        return judge.judgeCertificates(found, failed, Date.now())
      },
      reports: async () => judge.judgeReports(await app, Date.now()),
      clock: async () => {
        const { facts, ended } = await database
        return judge.judgeClock((started + ended) / 2 - facts.clock, ended - started)
      },
      version: async () => judge.judgeVersion(release.version, (await database).facts.migrations, release.migrations),
      settings: async () => {
        const { demo_people: demoPeople } = await app
        const unsafe = findUnsafeSettings(config, { demoPeople, isRoot: process.getuid?.() === 0 })
        return judge.judgeSettings(unsafe, (key) => t(`check.unsafe.${key}`))
      },
    }
  }

  async function readChecks(language: Language): Promise<Check[]> {
    const t = texts[language]
    const reads = createReads(language)
    return Promise.all(
      overviewCheckNames.map(async (key): Promise<Check> => {
        try {
          const { state, text, values, place } = await withinDeadline(reads[key])
          return { key, state, text: t(`check.${text}`, values), url: place === undefined ? null : `/${language}${place}` }
        } catch (error) {
          log.warn({ check: key, err: error }, 'a check of the overview failed')
          const reason = t(error instanceof DeadlineError || isTimeout(error) ? 'check.overdue' : 'check.failed')
          return { key, state: 'warning', text: reason, url: null }
        }
      }),
    )
  }

  return async (language: Language): Promise<{ checks: Check[]; figures: FigureRow[] }> => {
    const [checks, days] = await Promise.all([readChecks(language), listFigureDays(checkDb).catch((): DayCount[] => [])])
    return { checks, figures: figures.map((figure) => figureRow(figure, days, new Date())) }
  }
}

/** Whether a statement, or a request to the store, exceeded its time limit. */
const isTimeout = (error: unknown) => error instanceof StatementEndedError || (error instanceof Error && error.name === 'TimeoutError')

function figureRow(figure: Figure, counts: readonly DayCount[], now: Date): FigureRow {
  const days = counts.filter((item) => item.figure === figure).map(({ date, count }) => ({ date, count }))
  const dateBefore = (before: number) => new Date(now.getTime() - before * 86_400_000).toISOString().slice(0, 10)
  const month = days.filter(({ date }) => date < dateBefore(0)).map(({ count }) => count)
  return {
    figure,
    day: days.find(({ date }) => date === dateBefore(1))?.count ?? 0,
    // The highest count for active users, because a sum would count a user on each day.
    month: figure === 'active_users' ? Math.max(0, ...month) : month.reduce((sum, count) => sum + count, 0),
    days,
  }
}
