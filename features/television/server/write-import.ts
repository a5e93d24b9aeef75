/** What an import writes when all of it was read. */
import type { Db } from '#kit/server/db.ts'
import { settleEnds } from './queries/guide-writes.ts'
import type { Counts, ImportToRun } from './queries/imports.ts'
import { type LeftOut, writeChannels, writeItems } from './queries/list-writes.ts'
import type { ProgrammeKeys } from './readings.ts'

/** Guide channels whose programmes are gone through by one statement. */
const channelsEach = 50

export type Written = Pick<Counts, 'written' | 'unchanged' | 'removed'>
interface WrittenAndLeftOut extends Written {
  leftOut: LeftOut[]
}

/** Writes a list that was staged. */
export async function writeList(tx: Db, run: ImportToRun): Promise<WrittenAndLeftOut> {
  const channels = await writeChannels(tx, run)
  const { leftOut, ...items } = await writeItems(tx, run)
  return {
    written: channels.written + items.written,
    unchanged: channels.unchanged + items.unchanged,
    removed: channels.removed + items.removed,
    leftOut,
  }
}

/** Writes what can be told of a guide when its programmes are there. */
export async function finishGuide(
  tx: Db,
  { unsettled: { channels, starts }, written, unchanged, removed }: Written & { unsettled: ProgrammeKeys },
): Promise<WrittenAndLeftOut> {
  let moved = 0
  for (let at = 0; at < channels.length; at += channelsEach)
    moved += await settleEnds(tx, { channels: channels.slice(at, at + channelsEach), starts: starts.slice(at, at + channelsEach) })
  // Unchanged programmes move with their next one. A guide that was cut short also moves some that it does not name.
  const changed = Math.min(moved, unchanged)
  return { written: written + changed, unchanged: unchanged - changed, removed, leftOut: [] }
}
