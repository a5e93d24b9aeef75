/** Pure decisions about channels, shared by server and web. Validation of user input: `input-rules.ts`. */
export const statuses = [
  { id: 1, name: 'Private' },
  { id: 2, name: 'Private link' },
  { id: 3, name: 'Public' },
] as const
export type StatusName = (typeof statuses)[number]['name']
export type StatusId = (typeof statuses)[number]['id']
export const status = { private: 1, privateLink: 2, public: 3 } as const

/** Orders of channel lists and of followed items. Default: the user's own order. `popular`: recent popularity. */
export const listSorts = ['added_desc', 'added_asc', 'popular', 'published_desc', 'published_asc'] as const
export type ListSort = (typeof listSorts)[number]

/** Restrictions whose error the reader gets. If several apply, the reader gets the error of the first one. */
export const visibleRestrictions = ['adult_only', 'geo_blocked', 'tier_required'] as const
/** All restrictions. To users who may not edit it, a thing that the operator has removed is “not found” (404). */
export const restrictions = ['removed', ...visibleRestrictions] as const
export type Restriction = (typeof restrictions)[number]
/** Restrictions that refuse even to show a thing by its id. */
export const viewRestrictions = restrictions.filter((restriction) => restriction !== 'tier_required')
/** Restrictions under which a thing is still listed, with a lock. Under others it is omitted from lists. */
export const listedRestrictions = ['geo_blocked', 'tier_required'] as const satisfies readonly Restriction[]
export type ListedRestriction = (typeof listedRestrictions)[number]

/** Why a link does not play: the response of its service or host, or no response. */
export const linkProblems = ['removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable'] as const
export type LinkProblem = (typeof linkProblems)[number]
/** Results of link checks. `doubtful`: failed once; `gone`: failed again at least a day later. */
export const linkStates = ['well', 'doubtful', 'gone'] as const
export type LinkState = (typeof linkStates)[number]

/** Sections of the bar, from left to right. Groups come before `other`. */
export const sections = ['archive', 'left', 'other', 'public'] as const
export type Section = (typeof sections)[number]

/**
 * Reorders `current`. An item that `order` doesn't contain stays after the item that it follows now, or at the start.
 */
export function reorder<T>(current: readonly T[], order: readonly T[]): T[] {
  const isNamed = new Set(order)
  const front: T[] = []
  const followers = new Map<T, T[]>(order.map((item) => [item, []]))
  let run = front
  for (const item of current) {
    if (isNamed.has(item)) run = followers.get(item)!
    else run.push(item)
  }
  return [...front, ...order.flatMap((item) => [item, ...followers.get(item)!])]
}

/** Returns the section of a channel that is in no group. */
export const sectionFor = (playlist: { is_archived: boolean; is_left: boolean; status_id: number }): Section =>
  playlist.is_archived ? 'archive' : playlist.status_id === status.public ? 'public' : playlist.is_left ? 'left' : 'other'

/** Facts that decide which actions a channel allows. Both tiles and database rows have them. */
interface ChannelFacts {
  may_edit: boolean
  direct_publish: boolean
  watch_later: boolean
}
const isSpecial = ({ direct_publish, watch_later }: ChannelFacts) => direct_publish || watch_later
/** Like `edit`, but refuses the two built-in channels. */
const canEditOrdinary = (channel: ChannelFacts) => refusalTo.edit(channel) ?? (isSpecial(channel) ? 'special_channel' : null)

/** Returns null if the channel allows the action, else an error code. The server enforces these rules; the web hides actions by them. */
export const refusalTo = {
  edit: ({ may_edit }: Pick<ChannelFacts, 'may_edit'>) => (may_edit ? null : 'forbidden'),
  /** Watch Later is private. */
  share: ({ watch_later }: Pick<ChannelFacts, 'watch_later'>) => (watch_later ? 'special_channel' : null),
  /** Refused for Direct Share, because a copy would skip the notification of followers. */
  copyInto: ({ direct_publish }: Pick<ChannelFacts, 'direct_publish'>) => (direct_publish ? 'use_direct_share' : null),
  archive: canEditOrdinary,
  changeStatus: canEditOrdinary,
  delete: canEditOrdinary,
  finish: canEditOrdinary,
} as const

/** Topic of a live event: the receiver may have lost access to channels of a team. Drags in progress then stop. */
export const lostChannelsTopic = 'lost-channels'
