import { setPriority } from 'node:os'
import type { Emit } from '#kit/server/sandbox/task.ts'
import { Collector } from './collector.ts'
import { FileFailure, readText } from './read-file.ts'
import type { GuideToRead, ReadResult } from './readings.ts'
import { GuideReader } from './xmltv.ts'

/** Remarks about the file, rather than about one of its programmes. */
const remarks: readonly string[] = ['broken', 'cut_short', 'too_many']

/** Reads a guide: its programmes as they come, its channels at the end, when all their names are known. */
export async function readGuide({ sourceId, from, to, ...file }: GuideToRead, emit: Emit): Promise<ReadResult> {
  // Whoever waits for an answer goes before.
  setPriority(10)
  const collector = new Collector(emit)
  let outside = 0
  const guide = new GuideReader({
    sourceId,
    from,
    to,
    onProgramme: (json) => collector.add(json),
    onProblem(problem) {
      if (problem.code === 'outside_days') outside = Number(problem.detail)
      const isChannel = problem.code === 'no_channel' && problem.detail === ''
      collector.addProblem(problem, !isChannel && problem.code !== 'outside_days' && !remarks.includes(problem.code))
    },
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
  for (const channel of guide.channels()) {
    collector.add(JSON.stringify(channel))
    if (collector.isFull) await collector.flush('channels', guide.read)
  }
  await collector.flush('channels', guide.read)
  return {
    read: guide.read,
    isComplete: guide.isComplete,
    problems: collector.takeProblems(),
    skipped: collector.skipped + outside,
  }
}
