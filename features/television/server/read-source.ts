/** Reads what a source has, in a child process, and takes what comes of it piece by piece. The child read foreign bytes: it is not believed whose channels it writes. */
import type { Db } from '#kit/server/db.ts'
import type { Sandbox } from '#kit/server/sandbox/sandbox.ts'
import { guideDays } from '../rules.ts'
import { ImportFailure } from './import-failure.ts'
import type { ObtainedFile } from './obtained-file.ts'
import type { ImportProblem } from './problems.ts'
import { checkRows, longestSeconds, WrongRows } from './programme-format.ts'
import {
  addGuideChannels,
  addTitles,
  copyProgrammes,
  deleteProgrammes,
  deleteUnusedChannels,
  listKnown,
  writeGuideChannels,
} from './queries/guide-writes.ts'
import { type ImportToRun, noteProgress, saveGuides } from './queries/imports.ts'
import { analyzeStage, stageEntries } from './queries/list-writes.ts'
import { readGuideTask, readListTask } from './read-tasks.ts'
import type { ProgrammeKeys, ReadPiece, ReadResult } from './readings.ts'

interface ReadTools {
  db: Db
  sandbox: Sandbox
  /** Bytes that are fetched; ten times as many are read when they are unpacked. */
  maxBytes: number
}

export interface RunOptions {
  signal: AbortSignal
  /** A file of this machine. Without: the address of the source, or what was sent with the call. */
  path?: string | undefined
  onProgress?: ((read: number) => void) | undefined
}

/** Milliseconds between two notes of how far it is. */
const noteMs = 1000
const unpackedTimes = 10
/** Lists are small: what is longer is none. */
const maxListBytes = 200_000_000
const daySeconds = 86_400

/** What was read of a source. */
export interface Readings {
  read: number
  skipped: number
  problems: readonly ImportProblem[]
  /** Programmes of a guide that are there as they are. */
  unchanged: number
  /** Of a guide: programmes that were written and deleted, and channels of which programmes may have to end otherwise. */
  written: number
  removed: number
  unsettled: ProgrammeKeys
  /** Nothing of it was cut off or broken. */
  isWhole: boolean
}

/** Reads all of it: writes programmes of a guide, which nobody sees until the transaction ends, and keeps what is in a list apart. */
export async function readSource(
  { db, sandbox, maxBytes }: ReadTools,
  tx: Db,
  run: ImportToRun,
  source: ObtainedFile,
  { signal, onProgress }: RunOptions,
): Promise<Readings> {
  const counts = { written: 0, removed: 0 }
  const problems: ImportProblem[] = []
  let doubled = 0
  let [staged, analyzed] = [0, 0]
  let isWhole = true
  let notedAt = 0
  /** Titles are written beside the programmes that have them. */
  let adding = Promise.resolve()
  const now = Math.floor(Date.now() / 1000)
  const [from, to] = [now - guideDays.back * daySeconds, now + guideDays.ahead * daySeconds]
  const known = run.kind === 'xmltv' ? await listKnown(tx, run.source_id) : []
  /** Channels of this guide. The child says what is written and deleted: of others nothing is. */
  const own = new Set(known.map(({ id }) => id))
  const isOwn = (channel: number) => own.has(channel)
  const demandOwn = (channels: readonly number[]) => {
    if (!channels.every(isOwn)) throw new WrongRows('of another guide')
  }
  async function note(read: number) {
    onProgress?.(read)
    if (Date.now() < notedAt + noteMs) return
    notedAt = Date.now()
    if (!(await noteProgress(db, run.id, read, problems.splice(0)))) throw new ImportFailure('interrupted')
  }
  async function onPiece(given: unknown) {
    signal.throwIfAborted()
    const piece = given as ReadPiece
    if (piece.kind === 'arrived_after') return source.arrivedAfter?.(piece.bytes)
    if (piece.kind === 'guides') return void (await saveGuides(db, run.source_id, piece.guides))
    if (piece.kind === 'new_channels') {
      const ids = await addGuideChannels(tx, run.source_id, piece.keys)
      for (const id of ids) own.add(id)
      return ids
    }
    if (piece.kind === 'titles') {
      await adding
      adding = addTitles(db, piece.titles)
      // Whoever waits for it is told.
      adding.catch(ignore)
      return
    }
    if (piece.kind === 'unnamed') {
      demandOwn(piece.channels)
      return deleteUnusedChannels(tx, piece.channels)
    }
    problems.push(...piece.problems)
    isWhole &&= !piece.problems.some(isBreak)
    if (piece.kind === 'channels') await writeGuideChannels(tx, run.source_id, piece.rows)
    else if (piece.kind === 'programmes') {
      demandOwn(piece.replaced.channels)
      const count = checkRows(piece.rows, { isOwn, from: from - longestSeconds, to })
      if (piece.replaced.starts.length) await deleteProgrammes(tx, piece.replaced)
      await copyProgrammes(tx, piece.rows)
      counts.written += count
    } else if (piece.kind === 'gone') {
      demandOwn(piece.gone.channels)
      counts.removed += await deleteProgrammes(tx, piece.gone)
    } else {
      const rows = await stageEntries(db, run.id, piece.rows)
      staged += piece.count
      // What is staged next is compared with all of it: planned for a few entries, that takes minutes for 20,000.
      if (staged >= 2 * analyzed) {
        await analyzeStage(db)
        analyzed = staged
      }
      doubled += rows.length
      problems.push(...rows.map(({ line, name }): ImportProblem => ({ line, code: 'doubled', detail: name })))
    }
    await note(piece.read)
  }

  const isNamedBrotli = /\.br$/i.test((source.url ?? run.name).split(/[?#]/)[0]!)
  const file = { path: source.path, isNamedBrotli }
  const options = { signal, onPiece, by: run.source_id }
  const result: ReadResult =
    run.kind === 'm3u'
      ? await sandbox.run(readListTask, { ...file, maxBytes: Math.min(maxBytes * unpackedTimes, maxListBytes), base: source.url }, options)
      : await sandbox.run(
          readGuideTask,
          {
            ...file,
            isArriving: source.arrivedAfter !== undefined,
            maxBytes: maxBytes * unpackedTimes,
            sourceId: run.source_id,
            known,
            from,
            to,
          },
          options,
        )
  await adding
  if ('failure' in result) throw new ImportFailure(result.failure)
  isWhole &&= !result.problems.some(isBreak)
  return { ...result, ...counts, problems: [...problems, ...result.problems], skipped: result.skipped + doubled, isWhole }
}

const ignore = () => undefined
const breaks: readonly ImportProblem['code'][] = ['cut_short', 'broken', 'unclosed', 'unopened']
const isBreak = ({ code }: ImportProblem) => breaks.includes(code)
