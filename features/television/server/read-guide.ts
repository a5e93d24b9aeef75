import { setPriority } from 'node:os'
import type { Emit } from '#kit/server/sandbox/task.ts'
import { Collector } from './collector.ts'
import { programmeRow } from './programme-rows.ts'
import { FileFailure, readText } from './read-file.ts'
import type { GuideToRead, ReadPiece, ReadResult } from './readings.ts'
import { GuideReader } from './xmltv.ts'

/** Characters of rows that are emitted at once. */
const charactersEach = 512 * 1024

/** Reads a guide: emits its programmes as they are read, and its channels at the end, when all their names are known. */
export async function readGuide({ sourceId, from, to, ...file }: GuideToRead, emit: Emit): Promise<ReadResult> {
  // Requests have priority.
  setPriority(10)
  const collector = new Collector(emit)
  let rows = ''
  const guide = new GuideReader({
    sourceId,
    from,
    to,
    onProgramme: (programme) => (rows += programmeRow(programme)),
    onProblem: (problem) => collector.addProblem(problem),
  })
  async function flush() {
    const piece: ReadPiece = { kind: 'programmes', rows: Buffer.from(rows), read: guide.read, problems: collector.takeProblems() }
    rows = ''
    await emit(piece)
  }
  try {
    for await (const text of readText(file)) {
      if (!guide.write(text)) throw new FileFailure('not_a_guide')
      if (rows.length >= charactersEach) await flush()
    }
    guide.end()
    if (!guide.isGuide) throw new FileFailure('not_a_guide')
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.code }
    throw error
  }
  if (rows) await flush()
  for (const channel of guide.channels.rows()) {
    collector.add(JSON.stringify(channel))
    if (collector.isFull) await collector.flush('channels', guide.read)
  }
  await collector.flush('channels', guide.read)
  return {
    read: guide.read,
    problems: collector.takeProblems(),
    skipped: guide.read - guide.kept,
    named: guide.isWhole ? guide.channels.keys() : undefined,
  }
}
