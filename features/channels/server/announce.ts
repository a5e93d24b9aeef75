import type { Topic } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db/db.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import { listTeamMembers } from './queries/team-channels.ts'

/**
 * Makes data stale on the pages of a team's members. Each delivery checks that the receiver is still a member.
 * @param exceptId a user whose pages already know the change
 */
export async function announceToTeam(db: Db, teamId: string, topics: readonly Topic[], exceptId?: string): Promise<void> {
  const members = (await listTeamMembers(db, teamId)).filter((id) => id !== exceptId)
  await insertLiveEvents(
    db,
    members.map((to) => ({ to, name: 'changed', data: { topics, by: null }, scope: teamId })),
  )
}
