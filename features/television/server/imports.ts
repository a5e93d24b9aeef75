/** Imports lists of TV channels and guides: fetched, read in a child process, kept apart, and then written in one transaction. */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type Db, limitWait } from '#kit/server/db.ts'
import type { Log } from '#kit/server/log.ts'
import { type FetchPublic, OutboundError } from '#kit/server/outbound.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage-types.ts'
import { guideDays, type SourceKind } from '../rules.ts'
import type { ImportProblem } from './problems.ts'
import { matchGuides } from './queries/guide-matches.ts'
import { allowTime, analyzeStage, listKnown, lockSource, lockTitles, stageGone, stageProgrammes } from './queries/guide-writes.ts'
import {
  beginImport,
  clearStages,
  type Counts,
  failImport,
  finishImport,
  type ImportToRun,
  noteProgress,
  saveGuides,
} from './queries/imports.ts'
import { stageEntries } from './queries/list-writes.ts'
import { readGuideTask, readListTask } from './read-tasks.ts'
import type { KnownChannel, ReadPiece, ReadResult } from './readings.ts'
import { writeGuide, writeList } from './write-import.ts'

export interface ImportTools {
  /** For jobs. */
  db: Db
  sandbox: Sandbox
  fetchPublic: FetchPublic
  /** Where files wait that were sent with a call. */
  storage: Pick<Storage, 'localPath' | 'delete'>
  /** A folder for what is fetched. */
  workDir: string
  /** Bytes that are fetched; ten times as many are read when they are unpacked. */
  maxBytes: number
  log: Pick<Log, 'info' | 'warn'>
}

export interface RunOptions {
  signal: AbortSignal
  /** A file of this machine. Without: the address of the source, or what was sent with the call. */
  path?: string | undefined
  onProgress?: ((read: number) => void) | undefined
}

/** Milliseconds for one statement of the last transaction; for all to come from an address; between two notes of how far it is. */
const writeMs = 20 * 60_000
const fetchMs = 20 * 60_000
const noteMs = 1000
const unpackedTimes = 10
/** Lists are small: what is longer is none. */
const maxListBytes = 200_000_000
const daySeconds = 86_400

/** Of a file that was sent with a call. */
export const importFileKey = (importId: string) => `imports/${importId}`

/** Where the bytes lie on this machine, and where they came from in the end. */
interface ObtainedFile {
  path: string
  url: string | undefined
}

/** What was read of a source. */
interface Readings {
  read: number
  skipped: number
  problems: readonly ImportProblem[]
  /** Programmes of a guide that are there as they are. */
  unchanged: number
  /** Rows of its channels, of a guide; all else is staged. */
  pieces: readonly string[]
}

/** Why nothing was imported: a key of the texts. */
class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type Imports = ReturnType<typeof createImports>

export function createImports({ db, sandbox, fetchPublic, storage, workDir, maxBytes, log }: ImportTools) {
  const patientDb = limitWait(db, writeMs)

  async function obtain(run: ImportToRun, folder: string, { signal, path }: RunOptions): Promise<ObtainedFile> {
    if (path !== undefined) return { path, url: run.url ?? undefined }
    if (run.url === null) {
      const sent = await storage.localPath(importFileKey(run.id), folder)
      if (sent === undefined) throw new ImportFailure('file_gone')
      return { path: sent, url: undefined }
    }
    const fetched = join(folder, 'fetched')
    const file = createWriteStream(fetched)
    try {
      const { url } = await fetchPublic(run.url, {
        maxBytes,
        timeoutMs: fetchMs,
        signal,
        by: 'television',
        async take(chunk) {
          if (!file.write(chunk)) await once(file, 'drain', { signal })
        },
      })
      file.end()
      await finished(file)
      return { path: fetched, url }
    } finally {
      file.destroy()
    }
  }

  /** Reads all of it, and keeps what is in it apart. */
  async function read(
    run: ImportToRun,
    known: readonly KnownChannel[],
    source: ObtainedFile,
    { signal, onProgress }: RunOptions,
  ): Promise<Readings> {
    const pieces: string[] = []
    const problems: ImportProblem[] = []
    let doubled = 0
    let notedAt = 0
    async function note(read: number) {
      onProgress?.(read)
      if (Date.now() < notedAt + noteMs) return
      notedAt = Date.now()
      if (!(await noteProgress(db, run.id, read, problems.splice(0)))) throw new ImportFailure('interrupted')
    }
    async function onPiece(given: unknown) {
      signal.throwIfAborted()
      const piece = given as ReadPiece
      if (piece.kind === 'guides') return void (await saveGuides(db, run.source_id, piece.guides))
      problems.push(...piece.problems)
      if (piece.kind === 'channels') pieces.push(piece.rows)
      else if (piece.kind === 'programmes') await stageProgrammes(db, run.id, piece.rows)
      else if (piece.kind === 'gone') await stageGone(db, run.id, piece.rows)
      else {
        const rows = await stageEntries(db, run.id, piece.rows)
        doubled += rows.length
        problems.push(...rows.map(({ line, name }): ImportProblem => ({ line, code: 'doubled', detail: name })))
      }
      await note(piece.read)
    }

    const isNamedBrotli = /\.br$/i.test((source.url ?? run.name).split(/[?#]/)[0]!)
    const file = { path: source.path, isNamedBrotli }
    const nowSeconds = Math.floor(Date.now() / 1000)
    const options = { signal, onPiece }
    const result: ReadResult =
      run.kind === 'm3u'
        ? await sandbox.run(
            readListTask,
            { ...file, maxBytes: Math.min(maxBytes * unpackedTimes, maxListBytes), base: source.url },
            options,
          )
        : await sandbox.run(
            readGuideTask,
            {
              ...file,
              maxBytes: maxBytes * unpackedTimes,
              sourceId: run.source_id,
              known,
              from: nowSeconds - guideDays.back * daySeconds,
              to: nowSeconds + guideDays.ahead * daySeconds,
            },
            options,
          )
    if ('failure' in result) throw new ImportFailure(result.failure)
    return { ...result, pieces, problems: [...problems, ...result.problems], skipped: result.skipped + doubled }
  }
  /** Everything at once: whoever looks meanwhile sees what was there before, and so does everybody if this ends half-way. */
  const write = (run: ImportToRun, readings: Readings) =>
    patientDb.transaction().execute(async (tx) => {
      await allowTime(tx, writeMs)
      const importedAt = await lockSource(tx, run.source_id)
      if (importedAt === undefined) throw new ImportFailure('interrupted')
      // Another import of it came in between: what differs has to be found anew.
      if (importedAt !== run.imported_at) return undefined
      if (run.kind === 'xmltv') await lockTitles(tx)
      const { homeless, ...written } = run.kind === 'm3u' ? await writeList(tx, run) : await writeGuide(tx, run, readings)
      const problems = [...readings.problems, ...homeless.map(problemOfItem)]
      // Whoever takes it for silent, and failed, is right: then nothing of it is written.
      if (!(await noteProgress(tx, run.id, readings.read, problems))) throw new ImportFailure('interrupted')
      const counts: Counts = { ...written, read: readings.read, skipped: readings.skipped + homeless.length }
      await finishImport(tx, run, counts)
      return counts
    })

  /** @returns undefined when it is over already */
  async function begin(importId: string): Promise<ImportToRun | undefined> {
    const begun = await beginImport(db, importId)
    if (begun) await clearStages(db, importId)
    return begun
  }

  /** Again, as long as other imports of the source come in between. @returns undefined when somebody has ended it */
  async function readAndWrite(run: ImportToRun, source: ObtainedFile, options: RunOptions): Promise<Counts | undefined> {
    const readings = await read(run, await listKnown(db, run.source_id), source, options)
    await analyzeStage(db)
    const counts = await write(run, readings)
    if (counts) return counts
    const again = await begin(run.id)
    return again && readAndWrite(again, source, options)
  }

  async function run(importId: string, options: RunOptions): Promise<Counts | { failure: string } | undefined> {
    const begun = await begin(importId)
    if (!begun) return undefined
    await mkdir(workDir, { recursive: true })
    const folder = await mkdtemp(join(workDir, 'import-'))
    try {
      const source = await obtain(begun, folder, options)
      const counts = await readAndWrite(begun, source, options)
      if (!counts) return undefined
      await matchGuides(patientDb)
      log.info({ import: importId, kind: begun.kind, ...counts }, 'a TV source was imported')
      return counts
    } catch (error) {
      options.signal.throwIfAborted()
      const failure = failureOf(error)
      if (failure === undefined) throw error
      await failImport(db, importId, failure)
      log.warn({ import: importId, kind: begun.kind, failure }, 'a TV source could not be imported')
      return { failure }
    } finally {
      await rm(folder, { recursive: true, force: true })
      await clearStages(db, importId).catch(() => undefined)
    }
  }

  return {
    /**
     * Runs an import that waits, or anew one whose process has ended.
     * @returns what it did, or why it could not; undefined when it is over already. @throws the signal's reason, and what may pass
     */
    async run(importId: string, options: RunOptions) {
      const outcome = await run(importId, options)
      if (options.path === undefined) await storage.delete(importFileKey(importId))
      return outcome
    },
  }
}

const problemOfItem = ({ line, name }: { line: number; name: string }): ImportProblem => ({
  line,
  code: 'no_channel_for_item',
  detail: name.slice(0, 200),
})

/** Why it can't be imported, also later; undefined for what may pass. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof ImportFailure) return error.code
  if (error instanceof SandboxError) return error.kind === 'unavailable' ? undefined : error.kind === 'killed' ? 'too_much' : 'unreadable'
  if (error instanceof OutboundError && error.kind !== 'busy') return error.kind === 'too_large' ? 'too_large' : `address_${error.kind}`
  return undefined
}

/** What a source is called that nobody named: the host and the end of its path, or the file's name. Never its query, which may hold a password. */
export function sourceName({ url, fileName }: { url?: string | undefined; fileName?: string | undefined }, kind: SourceKind): string {
  if (url === undefined) return (fileName ?? '').split(/[/\\]/).at(-1)!.trim().slice(0, 255) || kind
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`.slice(0, 255)
}
