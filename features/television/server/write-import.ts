/** What the last transaction of an import writes. */
import type { Db } from '#kit/server/db.ts'
import { listStagedChannels, writeGuideChannels, writeProgrammes, type Written } from './queries/guide-writes.ts'
import type { ImportToRun } from './queries/imports.ts'
import { writeChannels, writeItems } from './queries/list-writes.ts'

/** Programmes that are written by one statement. */
const programmesEach = 20_000

type WrittenWithHomeless = Written & { homeless: { line: number; name: string }[] }

/** Writes a list that was staged. */
export async function writeList(tx: Db, run: ImportToRun): Promise<WrittenWithHomeless> {
  const channels = await writeChannels(tx, run)
  const { homeless, ...items } = await writeItems(tx, run)
  return { ...sum([channels, items]), homeless }
}

/** Writes what was staged of a guide. */
export async function writeGuide(
  tx: Db,
  run: ImportToRun,
  { pieces, unchanged }: { pieces: readonly string[]; unchanged: number },
): Promise<WrittenWithHomeless> {
  for (const rows of pieces) await writeGuideChannels(tx, run.source_id, rows)
  const parts: Written[] = []
  let channels: string[] = []
  let count = 0
  for (const staged of await listStagedChannels(tx, run.id)) {
    channels.push(staged.channel)
    count += staged.count
    if (count < programmesEach) continue
    parts.push(await writeProgrammes(tx, run, channels))
    channels = []
    count = 0
  }
  if (channels.length) parts.push(await writeProgrammes(tx, run, channels))
  const written = sum(parts)
  return { ...written, unchanged: unchanged + written.unchanged, homeless: [] }
}
const sum = (parts: readonly Written[]): Written => ({
  written: parts.reduce((all, { written }) => all + written, 0),
  unchanged: parts.reduce((all, { unchanged }) => all + unchanged, 0),
  removed: parts.reduce((all, { removed }) => all + removed, 0),
})
