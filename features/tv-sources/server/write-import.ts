/** Writes the staged rows of an import. */
import type { Db } from '#kit/server/db/db.ts'
import { addTitles, deleteUnnamedChannels, updateProgrammeEnds, writeProgrammes } from './queries/guide-writes.ts'
import type { ImportCounts, ImportToRun } from './queries/imports.ts'
import { type SkippedEntry, writeChannels, writeItems } from './queries/list-writes.ts'
import type { ReadSummary } from './read-source.ts'

interface Written extends Pick<ImportCounts, 'written' | 'unchanged' | 'removed'> {
  leftOut: SkippedEntry[]
}

export async function writeList(tx: Db, run: ImportToRun): Promise<Written> {
  const channels = await writeChannels(tx, run)
  const { leftOut, ...items } = await writeItems(tx, run)
  return {
    written: channels.written + items.written,
    unchanged: channels.unchanged + items.unchanged,
    removed: channels.removed + items.removed,
    leftOut,
  }
}

export async function writeGuide(tx: Db, { source_id }: ImportToRun, { read, skipped, isWhole }: ReadSummary): Promise<Written> {
  const { written, removed } = await writeProgrammes(tx)
  const unchanged = read - skipped - written
  // An unchanged programme changes its end if its next one moves. In a damaged guide, these include programmes that it doesn't name.
  const moved = Math.min(await updateProgrammeEnds(tx), unchanged)
  if (isWhole) await deleteUnnamedChannels(tx, source_id)
  await addTitles(tx)
  return { written: written + moved, unchanged: unchanged - moved, removed, leftOut: [] }
}
