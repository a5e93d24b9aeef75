/** Writes what an import has read and staged. */
import type { Db } from '#kit/server/db.ts'
import { addTitles, deleteGoneProgrammes, deleteUnnamedChannels, indexStage, settleEnds, writeProgrammes } from './queries/guide-writes.ts'
import type { Counts, ImportToRun } from './queries/imports.ts'
import { type LeftOut, writeChannels, writeItems } from './queries/list-writes.ts'
import type { Readings } from './read-source.ts'

interface Written extends Pick<Counts, 'written' | 'unchanged' | 'removed'> {
  leftOut: LeftOut[]
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

export async function writeGuide(tx: Db, { source_id }: ImportToRun, { read, skipped, named }: Readings): Promise<Written> {
  await indexStage(tx, source_id)
  // The unread rest of a damaged guide may have the missing programmes, so nothing is deleted.
  const gone = named ? await deleteGoneProgrammes(tx) : []
  const written = await writeProgrammes(tx)
  const sum = (counts: typeof gone) => counts.reduce((all, { count }) => all + count, 0)
  const changed = new Set([...gone, ...written].map(({ channel }) => channel))
  const moved = changed.size ? await settleEnds(tx, [...changed]) : 0
  if (named) await deleteUnnamedChannels(tx, source_id, named)
  if (written.length) await addTitles(tx)
  // An unchanged programme moves with its next one.
  return { written: sum(written) + moved, unchanged: read - skipped - sum(written) - moved, removed: sum(gone), leftOut: [] }
}
