import type { UndoMove } from '../contract.ts'
import { sectionFor } from '../rules.ts'
import type { PreviousPlace } from './move.ts'
import type { findPlaylistsForUpdate } from './queries/playlist-writes.ts'

type CurrentPlaylist = Awaited<ReturnType<typeof findPlaylistsForUpdate>>[number]

/** Returns calls that undo a move, as few as possible: channels that were adjacent share a call. */
export function undoMoves(
  places: readonly PreviousPlace[],
  changeOf: (id: string) => { before: CurrentPlaylist; after: CurrentPlaylist },
): UndoMove[] {
  const moves: UndoMove[] = []
  let last: { key: string; end: number } | undefined
  for (const { id, index } of places) {
    const { before, after } = changeOf(id)
    const isInGroup = before.group_id !== null
    const section = sectionFor(before)
    const sidesDiffer = before.is_left !== after.is_left && (isInGroup || section === 'archive' || section === 'public')
    const place = {
      ...(isInGroup ? { group_id: before.group_id! } : { section }),
      // Without the status, the group would set its own.
      ...((isInGroup || before.status_id !== after.status_id) && { status_id: before.status_id }),
      ...(sidesDiffer && { is_left: before.is_left }),
    }
    const key = JSON.stringify(place)
    if (last?.key === key && last.end === index) moves.at(-1)!.playlists.push(after.id)
    else moves.push({ playlists: [after.id], ...place, order: index })
    last = { key, end: index + 1 }
  }
  return moves
}
