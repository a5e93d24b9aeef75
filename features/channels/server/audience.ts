import type { Db } from '#kit/server/db/db.ts'
import type { Change } from '#kit/server/http/changes.ts'
import { findTeamAudience, type ChangedThings } from './queries/audience.ts'

export interface ChangeRecipient {
  to: string
  topics: readonly string[]
}

const isOfThing = (topic: string) => topic.includes(':')
const idsOf = (topics: readonly string[], type: string) =>
  topics.flatMap((topic) => (topic.startsWith(`${type}:`) ? topic.slice(type.length + 1) : []))

/**
 * Lists the users to notify of a change: its author, on all devices, and the members of the team that owns the changed things. Members get
 * only topics of the team's things and of lists that contain these. Viewers of a channel are not notified: the server doesn't track them,
 * and their cached responses expire within half a minute.
 */
export async function findAudience(db: Db, { user, topics }: Pick<Change, 'user' | 'topics'>): Promise<ChangeRecipient[]> {
  const ownEvent = { to: user.id, topics }
  if (!user.isInTeams) return [ownEvent]
  const changedItems: ChangedThings = {
    playlist: idsOf(topics, 'playlist'),
    series: idsOf(topics, 'series'),
    video: idsOf(topics, 'video'),
    group: idsOf(topics, 'group'),
    team: idsOf(topics, 'team'),
  }
  const lists = topics.filter((topic) => !isOfThing(topic))
  const members = await findTeamAudience(db, changedItems, user.teamId)
  return [ownEvent, ...members.flatMap(({ user_id: to, topics: owned }) => (to === user.id ? [] : { to, topics: [...owned, ...lists] }))]
}
