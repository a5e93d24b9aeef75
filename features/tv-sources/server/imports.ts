/** Imports lists of TV channels and guides: fetches them, reads them in a child process, and writes them in one transaction. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bindScope, type Db, withStatementTimeout } from '#kit/server/db/db.ts'
import type { Log } from '#kit/server/log.ts'
import { removeJobFolders } from '#kit/server/jobs/remove-work-folders.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { StatementScope } from '#kit/server/db/statement-scope.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { permanentFailure, ImportFailure, readSource, type RunOptions, type ReadSummary } from './read-source.ts'
import type { ImportProblem } from './problems.ts'
import { lockMatches, matchGuides } from './queries/guide-matches.ts'
import {
  extendTimeouts,
  analyzeProgrammes,
  lockTitles,
  lockSource,
  addTitles,
  deleteUnlistedGuideChannels,
  updateProgrammeEnds,
  writeProgrammes,
} from './queries/guide-writes.ts'
import {
  beginImport,
  clearStages,
  type ImportCounts,
  failImport,
  finishImport,
  finishUnchangedImport,
  type ImportToRun,
  keepImportAlive,
  saveImportProgress,
} from './queries/imports.ts'
import { analyzeStage, type SkippedEntry, writeChannels, writeItems } from './queries/list-writes.ts'
import { fetchFile, type ObtainedFile } from './fetch-file.ts'
import { readGuideTask } from './read-tasks.ts'

interface ImportResult extends Pick<ImportCounts, 'written' | 'unchanged' | 'removed'> {
  skippedEntries: SkippedEntry[]
}

async function writeList(tx: Db, runImport: ImportToRun): Promise<ImportResult> {
  await lockMatches(tx)
  const channels = await writeChannels(tx, runImport)
  const { skippedEntries, ...items } = await writeItems(tx, runImport)
  await matchGuides(tx)
  return {
    written: channels.written + items.written,
    unchanged: channels.unchanged + items.unchanged,
    removed: channels.removed + items.removed,
    skippedEntries,
  }
}

async function writeGuide(tx: Db, { source_id }: ImportToRun, { read, skipped, isWhole }: ReadSummary): Promise<ImportResult> {
  const { written, removed } = await writeProgrammes(tx)
  const unchanged = read - skipped - written
  // Programmes whose end changed because the next programme moved count as written. A damaged guide may lack some of these programmes, so
  // at most `unchanged` are counted.
  const movedCount = Math.min(await updateProgrammeEnds(tx), unchanged)
  await addTitles(tx)
  // Locks late, because writing a large guide takes minutes. Deletes guide channels last: matching first waits for operators' changes of TV
  // channels, which may use one of them.
  await lockMatches(tx)
  await matchGuides(tx)
  if (isWhole) await deleteUnlistedGuideChannels(tx, source_id)
  return { written: written + movedCount, unchanged: unchanged - movedCount, removed, skippedEntries: [] }
}

export interface ImportTools {
  /** The database, with the statement timeouts of jobs. */
  db: Db
  sandbox: Sandbox
  fetchPublic: FetchPublic
  /** Storage of uploaded lists and guides. */
  storage: Pick<Storage, 'localPath' | 'delete'>
  /** Folder for downloads. */
  workDir: string
  /** Maximum bytes of a download; ten times as many after decompression. */
  maxBytes: number
  log: Pick<Log, 'info' | 'warn'>
}

/** Timeout of each statement in the transaction, in ms. */
const writeTimeoutMs = 20 * 60_000
/** Milliseconds between two checks whether the import was cancelled. */
const pollMs = 1000
/** Number of written programmes after which the planner's statistics are updated. */
const analyzeAfterProgrammes = 10_000

/** Prefix of the storage keys of files that were sent with a call. */
export const importFilePrefix = 'imports/'
export const importFileKey = (importId: string) => importFilePrefix + importId

export type Imports = ReturnType<typeof createImports>

export function createImports({ db, sandbox, fetchPublic, storage, workDir, maxBytes, log }: ImportTools) {
  const slowStatementDb = withStatementTimeout(db, writeTimeoutMs)

  /** @returns undefined if the host reports no change since the last import */
  async function obtainFile(runImport: ImportToRun, folder: string, { signal, path }: RunOptions): Promise<ObtainedFile | undefined> {
    if (path !== undefined) return { path, url: runImport.url ?? undefined }
    if (runImport.url === null) {
      const filePath = await storage.localPath(importFileKey(runImport.id), folder)
      if (filePath === undefined) throw new ImportFailure('file_gone')
      return { path: filePath, url: undefined }
    }
    return fetchFile(fetchPublic, runImport.url, {
      path: join(folder, 'fetched'),
      maxBytes,
      validators: { etag: runImport.etag, lastModified: runImport.last_modified },
      signal,
    })
  }

  /** Reads and writes in one transaction. Readers see the old state until the transaction commits. If the import fails, nothing changes. */
  function readAndWrite(runImport: ImportToRun, source: ObtainedFile, options: RunOptions): Promise<ImportCounts> {
    const scope = new StatementScope(writeTimeoutMs, { renewed: true })
    const end = () => scope.end('the import was ended')
    options.signal.addEventListener('abort', end)
    // Not repeatable, because rows are also staged outside of the transaction.
    return bindScope(db, scope, { isRepeatable: false })
      .transaction()
      .execute(async (tx) => {
        await extendTimeouts(tx, { statementMs: writeTimeoutMs, idleMs: readGuideTask.timeoutMs })
        if (!(await lockSource(tx, runImport.source_id))) throw new ImportFailure('interrupted')
        if (runImport.kind === 'xmltv') await lockTitles(tx)
        const readings = await readSource({ db, tx, sandbox, maxBytes }, runImport, source, options)
        if (runImport.kind === 'm3u') await analyzeStage(db)
        const { skippedEntries, ...written } =
          runImport.kind === 'm3u' ? await writeList(tx, runImport) : await writeGuide(tx, runImport, readings)
        const problems = [...readings.problems, ...skippedEntries.map(problemOfItem)]
        // Writes nothing if the import was cancelled, or marked as failed because it sent no heartbeats.
        if (!(await saveImportProgress(tx, runImport.id, readings.read, problems))) throw new ImportFailure('interrupted')
        const counts: ImportCounts = { ...written, read: readings.read, skipped: readings.skipped + skippedEntries.length }
        await finishImport(tx, runImport, counts, readings.isWhole ? source.validators : {})
        // Ignores aborts during the commit. `keepImportAlive` waits for the commit, and then finds that the import is over.
        options.signal.removeEventListener('abort', end)
        return counts
      })
  }

  /** @returns undefined if the import is already over */
  async function startImport(importId: string): Promise<ImportToRun | undefined> {
    const importRun = await beginImport(db, importId)
    if (importRun) await clearStages(db, importId)
    return importRun
  }

  async function importOnce(runImport: ImportToRun, folder: string, options: RunOptions): Promise<ImportCounts> {
    const source = await obtainFile(runImport, folder, options)
    if (!source) {
      await finishUnchangedImport(db, runImport)
      return { read: 0, written: 0, unchanged: 0, skipped: 0, removed: 0 }
    }
    return readAndWrite(runImport, source, options)
  }

  async function runImport(importId: string, options: RunOptions): Promise<ImportCounts | { failure: string } | undefined> {
    const importPrefix = `${importId}-`
    await removeJobFolders(workDir, importPrefix)
    const importSource = await startImport(importId)
    if (!importSource) return undefined
    const ended = new AbortController()
    // Keeps the import alive during a long download, and detects a cancellation while a slow host doesn't respond.
    const poll = () => keepImportAlive(db, importId).then((isAlive) => isAlive || ended.abort(), ignore)
    const polling = setInterval(() => void poll(), pollMs)
    await mkdir(workDir, { recursive: true })
    const folder = await mkdtemp(join(workDir, importPrefix))
    try {
      const signal = AbortSignal.any([options.signal, ended.signal])
      const counts = await importOnce(importSource, folder, { ...options, signal })
      if (importSource.kind === 'xmltv' && counts.written >= analyzeAfterProgrammes) await analyzeProgrammes(slowStatementDb)
      log.info({ import: importId, kind: importSource.kind, ...counts }, 'a TV source was imported')
      return counts
    } catch (error) {
      options.signal.throwIfAborted()
      const failure = ended.signal.aborted ? 'interrupted' : permanentFailure(error)
      if (failure === undefined) throw error
      await failImport(db, importId, failure)
      log.warn({ import: importId, kind: importSource.kind, failure }, 'a TV source could not be imported')
      return { failure }
    } finally {
      clearInterval(polling)
      await rm(folder, { recursive: true, force: true })
      await clearStages(db, importId).catch(ignore)
    }
  }

  return {
    /**
     * Runs a waiting import, or restarts an import whose process has ended.
     * @returns its counts, or why it failed; undefined if it is already over.
     * @throws the signal's reason, and temporary errors
     */
    async runImport(importId: string, options: RunOptions) {
      const outcome = await runImport(importId, options)
      if (options.path === undefined) await storage.delete(importFileKey(importId))
      return outcome
    },
  }
}

const ignore = () => undefined

const problemOfItem = ({ line, name, code }: SkippedEntry): ImportProblem => ({ line, code, detail: name })
