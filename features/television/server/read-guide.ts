import { setPriority } from 'node:os'
import type { Emit } from '#kit/server/sandbox/task.ts'
import { Collector } from './collector.ts'
import { KnownProgrammes } from './known-programmes.ts'
import { FileFailure, readText } from './read-file.ts'
import type { GuideToRead, ReadResult } from './readings.ts'
import { GuideReader } from './xmltv.ts'

/** Reads a guide: what differs of its programmes as they come; at the end what it no longer has, and its channels, when all their names are known. */
export async function readGuide({ sourceId, known: given, from, to, ...file }: GuideToRead, emit: Emit): Promise<ReadResult> {
  // Whoever waits for an answer goes before.
  setPriority(10)
  const collector = new Collector(emit)
  const known = new KnownProgrammes(given)
  const guide = new GuideReader({
    sourceId,
    known,
    from,
    to,
    onProgramme: (json) => collector.add(json),
    onProblem: (problem) => collector.addProblem(problem),
  })
  try {
    for await (const text of readText(file)) {
      if (!guide.write(text)) throw new FileFailure('not_a_guide')
      if (collector.isFull) await collector.flush('programmes', guide.read)
    }
    guide.end()
    if (!guide.isGuide) throw new FileFailure('not_a_guide')
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.code }
    throw error
  }
  await collector.flush('programmes', guide.read)
  // What is missing at the end of a guide that is cut short may be in the rest.
  for (const one of guide.isComplete ? known.gone() : []) {
    collector.add(JSON.stringify(one))
    if (collector.isFull) await collector.flush('gone', guide.read)
  }
  await collector.flush('gone', guide.read)
  for (const channel of guide.channels()) {
    collector.add(JSON.stringify(channel))
    if (collector.isFull) await collector.flush('channels', guide.read)
  }
  await collector.flush('channels', guide.read)
  return {
    read: guide.read,
    unchanged: guide.unchanged,
    problems: collector.takeProblems(),
    skipped: guide.read - guide.different - guide.unchanged,
  }
}
