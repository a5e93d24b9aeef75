import type { Db } from '#kit/server/db/db.ts'
import type { Change } from '#kit/server/http/changes.ts'
import { findTeamAudience, type Things } from './queries/audience.ts'

export interface Told {
  to: string
  topics: readonly string[]
}

const isOfThing = (topic: string) => topic.includes(':')
const idsOf = (topics: readonly string[], type: string) =>
  topics.flatMap((topic) => (topic.startsWith(`${type}:`) ? topic.slice(type.length + 1) : []))

/**
 * Who is to hear of a change: whoever made it, on all their devices; and where a team owns what changed, its members, of that alone and of
 * the lists it stands in. Who merely looks at a channel is not told: nothing counts them, and their answers are half a minute old at most
 * when they look again.
 */
export async function audienceOf(db: Db, { user, topics }: Pick<Change, 'user' | 'topics'>): Promise<Told[]> {
  const own = { to: user.id, topics }
  if (!user.isInTeams) return [own]
  const things: Things = {
    playlist: idsOf(topics, 'playlist'),
    series: idsOf(topics, 'series'),
    video: idsOf(topics, 'video'),
    group: idsOf(topics, 'group'),
  }
  const lists = topics.filter((topic) => !isOfThing(topic))
  const members = await findTeamAudience(db, things, user.teamId)
  return [own, ...members.flatMap(({ user_id: to, topics: owned }) => (to === user.id ? [] : { to, topics: [...owned, ...lists] }))]
}
