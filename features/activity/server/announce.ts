import type { Db } from '#kit/server/db/db.ts'
import { announceToTeam } from '#features/channels/server/announce.ts'

/** Makes members' pages read these channels and the team's lists again. */
export const invalidatePages = (db: Db, teamId: string, playlistIds: readonly string[]): Promise<void> =>
  announceToTeam(db, teamId, [
    ...playlistIds.flatMap((id) => [`playlist:${id}`, `comment-counts:${id}`] as const),
    `activity:${teamId}`,
    `team:${teamId}`,
    'my-playlists',
  ])
