/** Pure decisions about channels that server and web both make. What is let in of what people type: `input-rules.ts`. */
export const statuses = [
  { id: 1, name: 'Private' },
  { id: 2, name: 'Private link' },
  { id: 3, name: 'Public' },
] as const
export type StatusName = (typeof statuses)[number]['name']
export type StatusId = (typeof statuses)[number]['id']
export const status = { private: 1, privateLink: 2, public: 3 } as const

/** In which order lists of channels, and of what one follows, come; none: their own. `popular`: of late. */
export const listSorts = ['added_desc', 'added_asc', 'popular', 'published_desc', 'published_asc'] as const
export type ListSort = (typeof listSorts)[number]

/** What keeps somebody from what they may know of. Of several the first is told. */
export const toldRestrictions = ['adult_only', 'geo_blocked', 'tier_needed'] as const
/** With what the operator removed: to whoever may not edit it that is not there. */
export const restrictions = ['removed', ...toldRestrictions] as const
export type Restriction = (typeof restrictions)[number]
/** The restrictions under which a thing is listed all the same, with a lock on it; under any other it is left out of lists. */
export const locks = ['geo_blocked', 'tier_needed'] as const satisfies readonly Restriction[]
export type Lock = (typeof locks)[number]

/** Why a link no longer plays: what its service or host answers, or that nobody does. */
export const linkProblems = ['removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable'] as const
export type LinkProblem = (typeof linkProblems)[number]
/** What the last looks at a link found: `doubtful` failed once, `gone` again at least a day later. */
export const linkStates = ['well', 'doubtful', 'gone'] as const
export type LinkState = (typeof linkStates)[number]

/** The sections of the bar of one's own channels, left to right; groups stand before `other`. */
export const sections = ['archive', 'left', 'other', 'public'] as const
export type Section = (typeof sections)[number]

/**
 * A new order of `current`: the named ones as named, each followed by those that stood behind it and are not named; what
 * stood before all of the named stays in front.
 */
export function reorder<T>(current: readonly T[], named: readonly T[]): T[] {
  const isNamed = new Set(named)
  const front: T[] = []
  const followers = new Map<T, T[]>(named.map((item) => [item, []]))
  let run = front
  for (const item of current) {
    if (isNamed.has(item)) run = followers.get(item)!
    else run.push(item)
  }
  return [...front, ...named.flatMap((item) => [item, ...followers.get(item)!])]
}

/** Where a channel that is in no group stands. */
export const sectionFor = (playlist: { is_archived: boolean; is_left: boolean; status_id: number }): Section =>
  playlist.is_archived ? 'archive' : playlist.status_id === status.public ? 'public' : playlist.is_left ? 'left' : 'other'

/** What decides what can be done with a channel: a tile has it, and so has its row. */
interface ChannelFacts {
  may_edit: boolean
  direct_publish: boolean
  watch_later: boolean
}
const isSpecial = ({ direct_publish, watch_later }: ChannelFacts) => direct_publish || watch_later
/** Of who may edit it, a channel that came with the account apart. */
const ofOwnKind = (channel: ChannelFacts) => can.edit(channel) ?? (isSpecial(channel) ? 'special_channel' : null)

/** Can it be done with this channel? Null, or the code of the error that refuses it. The server decides by these, the web shows by them. */
export const can = {
  edit: ({ may_edit }: Pick<ChannelFacts, 'may_edit'>) => (may_edit ? null : 'forbidden'),
  /** Nobody else ever sees what somebody means to watch later. */
  share: ({ watch_later }: Pick<ChannelFacts, 'watch_later'>) => (watch_later ? 'special_channel' : null),
  /** What is shared there is announced to followers: a copy that is only put there would not be. */
  copyInto: ({ direct_publish }: Pick<ChannelFacts, 'direct_publish'>) => (direct_publish ? 'use_direct_share' : null),
  archive: ofOwnKind,
  changeStatus: ofOwnKind,
  delete: ofOwnKind,
  finish: ofOwnKind,
} as const
