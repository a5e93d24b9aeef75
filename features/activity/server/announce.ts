import type { Db } from '#kit/server/db/db.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { listTeamMembers } from '#features/channels/server/queries/team-channels.ts'

/** Makes these channels stale on the members' pages, with what they list of a team. */
export async function announceChange(db: Db, teamId: string, playlistIds: readonly string[]): Promise<void> {
  const topics = [...playlistIds.map((id) => `playlist:${id}`), `activity:${teamId}`, `team:${teamId}`, 'my-playlists']
  const members = await listTeamMembers(db, teamId)
  await insertLiveEvents(
    db,
    members.map((to) => ({ to, name: 'changed', data: { topics, by: null }, scope: teamId })),
  )
}
