/** Reads a source in a child process and stages what it emits, piece by piece. */
import type { Db } from '#kit/server/db/db.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { guideDays } from '../rules.ts'
import type { ObtainedFile } from './fetch-file.ts'
import type { ImportProblem } from './problems.ts'
import { createStage, listStoredProgrammes, stageProgrammes, writeGuideChannels } from './queries/guide-writes.ts'
import { type ImportToRun, saveImportProgress, saveGuides } from './queries/imports.ts'
import { analyzeStage, stageEntries } from './queries/list-writes.ts'
import { readGuideTask, readListTask } from './read-tasks.ts'
import type { ReadPiece, ReadResult } from './collector.ts'

/** Ends an import for the reason `code`: a key of the texts under `failure` in the locale files. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Whether the disk of the files or of the database is full. */
const isFull = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.kind === 'full'
    : error instanceof Error && (isFull(error.cause) || ['53100', 'ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code)))

/** Whether the database can never store the rows: SQLSTATE's data exceptions, violated checks, and limits such as the depth of JSON. */
const isUnstorable = (error: unknown) => error instanceof Error && /^(?:22|23514|54)/.test(String((error as { code?: unknown }).code))

/** Returns why an import fails permanently; undefined for temporary errors. */
export function permanentFailure(error: unknown): string | undefined {
  if (error instanceof ImportFailure) return error.code
  if (isFull(error)) return 'disk_full'
  if (isUnstorable(error)) return 'unreadable'
  if (error instanceof SandboxError) return error.kind === 'unavailable' ? undefined : error.kind === 'killed' ? 'too_much' : 'unreadable'
  if (error instanceof OutboundError && error.kind !== 'busy') return error.kind === 'too_large' ? 'too_large' : `address_${error.kind}`
  return undefined
}

interface ReadTools {
  db: Db
  /** The import's transaction. */
  tx: Db
  sandbox: Sandbox
  /** Maximum bytes of a download; ten times as many after decompression. */
  maxBytes: number
}

export interface RunOptions {
  signal: AbortSignal
  /** A local file. Undefined: the source's URL, or the file sent with the call. */
  path?: string | undefined
  onProgress?: ((read: number) => void) | undefined
}

/** Milliseconds between two progress updates. */
const progressMs = 1000
const maxExpansion = 10
/** Maximum bytes of a list; a larger file is no list. */
const maxListBytes = 200_000_000
const daySeconds = 86_400

export interface ReadSummary {
  read: number
  skipped: number
  problems: readonly ImportProblem[]
  /** Whether the source was neither truncated nor damaged. */
  isWhole: boolean
}

/** Reads the whole source: stages programmes of a guide within the transaction, and entries of a list outside it. */
export async function readSource(
  { db, tx, sandbox, maxBytes }: ReadTools,
  run: ImportToRun,
  source: ObtainedFile,
  { signal, onProgress }: RunOptions,
): Promise<ReadSummary> {
  const problems: ImportProblem[] = []
  let duplicates = 0
  let [staged, analyzed] = [0, 0]
  let updatedAt = 0
  const now = Math.floor(Date.now() / 1000)
  const keptPeriod = { from: now - guideDays.back * daySeconds, to: now + guideDays.ahead * daySeconds }
  async function updateProgress(read: number) {
    onProgress?.(read)
    if (Date.now() < updatedAt + progressMs) return
    updatedAt = Date.now()
    if (!(await saveImportProgress(db, run.id, read, problems.splice(0)))) throw new ImportFailure('interrupted')
  }
  async function onPiece(rawPiece: unknown) {
    signal.throwIfAborted()
    const piece = rawPiece as ReadPiece
    if (piece.kind === 'guides') return void (await saveGuides(db, run.source_id, piece.guides))
    problems.push(...piece.problems)
    if (piece.kind === 'channels') await writeGuideChannels(tx, run.source_id, piece.rows)
    else if (piece.kind === 'programmes') await stageProgrammes(tx, piece.lines)
    else {
      const rows = await stageEntries(db, run.id, piece.rows)
      staged += piece.count
      // Without current statistics, comparing the next entries with 20,000 staged ones takes minutes.
      if (staged >= 2 * analyzed) {
        await analyzeStage(db)
        analyzed = staged
      }
      duplicates += rows.length
      problems.push(...rows.map(({ line, name }): ImportProblem => ({ line, code: 'doubled', detail: name })))
    }
    await updateProgress(piece.read)
  }

  const isNamedBrotli = /\.br$/i.test((source.url ?? run.name).split(/[?#]/)[0]!)
  const file = { path: source.path, isNamedBrotli }
  const options = { signal, onPiece, by: run.source_id }
  async function readAll(): Promise<ReadResult> {
    if (run.kind === 'm3u')
      return sandbox.run(readListTask, { ...file, maxBytes: Math.min(maxBytes * maxExpansion, maxListBytes), base: source.url }, options)
    await createStage(tx, keptPeriod)
    const storedProgrammes = await listStoredProgrammes(tx, run.source_id)
    return sandbox.run(
      readGuideTask,
      { ...file, maxBytes: maxBytes * maxExpansion, sourceId: run.source_id, storedProgrammes, ...keptPeriod },
      options,
    )
  }
  const result = await readAll()
  if ('failure' in result) throw new ImportFailure(result.failure)
  return { ...result, skipped: result.skipped + duplicates, problems: [...problems, ...result.problems] }
}
