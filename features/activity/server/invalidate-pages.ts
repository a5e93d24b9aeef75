import type { Db } from '#kit/server/db/db.ts'
import { announceToTeam } from '#features/channels/server/announce.ts'

/** Makes the members' pages refetch these channels, the team, its activity and its list of channels. */
export const invalidatePages = (db: Db, teamId: string, playlistIds: readonly string[]): Promise<void> =>
  announceToTeam(db, teamId, [
    ...playlistIds.flatMap((id) => [`playlist:${id}`, `comment-counts:${id}`] as const),
    `activity:${teamId}`,
    `team:${teamId}`,
    'my-playlists',
  ])
