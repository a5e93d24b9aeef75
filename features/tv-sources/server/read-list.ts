import { setPriority } from 'node:os'
import type { Emit } from '#kit/server/sandbox/task.ts'
import { matchName } from '../rules.ts'
import { Collector, type ListToRead, type ReadResult } from './collector.ts'
import { type ListEvent, ListReader, maxLineLength } from './m3u.ts'
import { FileError, readText } from './read-file.ts'
import { hash64 } from './xmltv-programme.ts'

/** Problems of lines that are not entries. */
const remarkCodes: readonly string[] = ['not_understood', 'line_too_long', 'quote_not_closed', 'first_address']
const maxEntries = 100_000
const maxCharactersWithoutEntry = 4 * 1024 * 1024

/** Reads a list of TV channels. */
export async function readList({ base, ...file }: ListToRead, emit: Emit): Promise<ReadResult> {
  // Lowers the priority of this process, because requests come first.
  setPriority(10)
  const collector = new Collector(emit)
  const list = new ListReader(base)
  let entries = 0
  let characters = 0
  let remainder = ''

  async function collect(events: Iterable<ListEvent>) {
    for (const event of events) {
      if ('guides' in event) await emit({ kind: 'guides', guides: event.guides })
      else if ('problem' in event) collector.addProblem(event.problem, !remarkCodes.includes(event.problem.code))
      else if (entries >= maxEntries) collector.addProblem({ line: event.entry.line, code: 'too_many', detail: event.entry.name }, true)
      else {
        entries++
        const { line, ...content } = event.entry
        collector.add(
          JSON.stringify({ ...content, line, match_name: matchName(content.name), hash: hash64(JSON.stringify(content)).toString() }),
        )
        if (collector.isFull) await collector.flush('entries', entries + collector.skipped)
      }
    }
  }

  try {
    for await (const text of readText(file)) {
      characters += text.length
      // The file is no list, but for example a web page or a film.
      if (!entries && characters > maxCharactersWithoutEntry) throw new FileError('not_a_list')
      const lines = (remainder + text).split(/\r\n|\n|\r(?!\n|$)/)
      // Keeps only the beginning of a line without an end, enough to detect that the line is too long.
      remainder = lines.pop()!.slice(0, maxLineLength + 1)
      for (const line of lines) await collect(list.read(line.replace(/^\uFEFF/, '')))
    }
    if (remainder) await collect(list.read(remainder.replace(/^\uFEFF/, '')))
    await collect(list.end())
    if (!entries && !collector.skipped) throw new FileError('not_a_list')
    if (!entries) throw new FileError('nothing_in_it')
  } catch (error) {
    if (error instanceof FileError) return { failure: error.code }
    throw error
  }
  await collector.flush('entries', entries + collector.skipped)
  return {
    read: entries + collector.skipped,
    problems: collector.takeProblems(),
    skipped: collector.skipped,
    isWhole: true,
  }
}
