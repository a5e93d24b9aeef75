import { setPriority } from 'node:os'
import type { Ask, Emit } from '#kit/server/sandbox/task.ts'
import { Collector } from './collector.ts'
import { KnownProgrammes } from './known-programmes.ts'
import { ProgrammeRows } from './programme-rows.ts'
import { type Arrived, type ArrivedAfter, FileFailure, readText } from './read-file.ts'
import type { GuideToRead, ProgrammeKeys, ReadPiece, ReadResult } from './readings.ts'
import { GuideReader } from './xmltv.ts'

/** Programmes, or channels, that are named by one statement which deletes them. */
const goneEach = 5000

/** Reads a guide: what differs of its programmes as they come; at the end what it no longer has, and its channels, when all their names are known. */
export async function readGuide(
  { sourceId, known: given, from, to, isArriving = false, ...file }: GuideToRead,
  emit: Emit,
  ask: Ask,
): Promise<ReadResult> {
  // Whoever waits for an answer goes before.
  setPriority(10)
  const collector = new Collector(emit)
  const known = new KnownProgrammes(given)
  const rows = new ProgrammeRows({ emit, ask, known })
  const guide = new GuideReader({
    sourceId,
    known,
    from,
    to,
    onProgramme: (programme) => rows.add(programme),
    onProblem: (problem) => collector.addProblem(problem),
  })
  const flushRows = () => rows.flush(guide.read, collector.takeProblems, guide.channels.withoutId)
  const arrivedAfter: ArrivedAfter = (bytes) => {
    const piece: ReadPiece = { kind: 'arrived_after', bytes }
    return ask(piece) as Promise<Arrived>
  }
  try {
    for await (const text of readText(file, isArriving ? arrivedAfter : undefined)) {
      if (!guide.write(text)) throw new FileFailure('not_a_guide')
      if (rows.isFull) await flushRows()
    }
    guide.end()
    if (!guide.isGuide) throw new FileFailure('not_a_guide')
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.code }
    throw error
  }
  rows.end()
  await flushRows()
  await rows.flushTitles()
  const unsettled = new Set(rows.unsettled())
  let gone: ProgrammeKeys = { channels: [], starts: [] }
  const flushGone = async () => {
    if (!gone.starts.length) return
    const piece: ReadPiece = { kind: 'gone', gone, read: guide.read, problems: collector.takeProblems() }
    gone = { channels: [], starts: [] }
    await emit(piece)
  }
  // The unread rest of a damaged guide may have the missing programmes, so nothing is deleted.
  for (const { channel, starts } of guide.isWhole ? known.gone() : []) {
    unsettled.add(channel)
    gone.channels.push(channel)
    gone.starts.push(starts)
    if (gone.starts.length >= goneEach) await flushGone()
  }
  await flushGone()
  const unnamed = guide.isWhole ? known.unnamed((channel) => guide.channels.has(channel)) : []
  for (let at = 0; at < unnamed.length; at += goneEach) {
    const piece: ReadPiece = { kind: 'unnamed', channels: unnamed.slice(at, at + goneEach) }
    await emit(piece)
  }
  for (const channel of guide.channels.rows()) {
    collector.add(JSON.stringify(channel))
    if (collector.isFull) await collector.flush('channels', guide.read)
  }
  await collector.flush('channels', guide.read)
  return {
    read: guide.read,
    unchanged: guide.unchanged,
    problems: collector.takeProblems(),
    skipped: guide.read - guide.different - guide.unchanged,
    unsettled: { channels: [...unsettled], starts: known.firstStarts([...unsettled]) },
  }
}
