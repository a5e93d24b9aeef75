import { setPriority } from 'node:os'
import type { Emit } from '#kit/server/sandbox/task.ts'
import { Collector, type GuideToRead, type ReadPiece, type ReadResult } from './collector.ts'
import { deletedProgrammeLine, programmeLine } from './programme-rows.ts'
import { FileError, readText } from './read-file.ts'
import { GuideReader } from './xmltv.ts'

/** Characters of lines per batch. */
const chunkCharacters = 128 * 1024

/** Reads a guide. Emits new and changed programmes while reading, and deleted programmes and the channels at the end. */
export async function readGuide({ sourceId, storedProgrammes, from, to, ...file }: GuideToRead, emit: Emit): Promise<ReadResult> {
  // Lowers the priority of this process, because requests come first.
  setPriority(10)
  const collector = new Collector(emit)
  let lines = ''
  const guide = new GuideReader({
    sourceId,
    storedProgrammes,
    from,
    to,
    onProgramme: (programme) => (lines += programmeLine(programme)),
    onProblem: (problem) => collector.addProblem(problem),
  })
  async function flush() {
    const piece: ReadPiece = { kind: 'programmes', lines: Buffer.from(lines), read: guide.read, problems: collector.takeProblems() }
    lines = ''
    await emit(piece)
  }
  try {
    for await (const text of readText(file)) {
      if (!guide.write(text)) throw new FileError('not_a_guide')
      if (lines.length >= chunkCharacters) await flush()
    }
    guide.end()
    if (!guide.isGuide) throw new FileError('not_a_guide')
  } catch (error) {
    if (error instanceof FileError) return { failure: error.code }
    throw error
  }
  // Deletes missing programmes only if the guide is undamaged: the unreadable part of a damaged guide may contain them.
  if (guide.isWhole)
    for (const programme of guide.channels.gone()) {
      lines += deletedProgrammeLine(programme)
      if (lines.length >= chunkCharacters) await flush()
    }
  if (lines) await flush()
  for (const channel of guide.channels.rows()) {
    collector.add(JSON.stringify(channel))
    if (collector.isFull) await collector.flush('channels', guide.read)
  }
  await collector.flush('channels', guide.read)
  return { read: guide.read, problems: collector.takeProblems(), skipped: guide.read - guide.kept, isWhole: guide.isWhole }
}
