/**
 * What may be dropped where, and what becomes of it: pure, for the server's checks and for the web's dragging.
 *
 * `dropResult(source, target, role)` may be asked on each pointer move: it looks a cell of {@link table} up and answers one of a few
 * objects that are made once, so that two answers are the same one (`===`) when nothing has changed. Source and targets are made once, when
 * something is lifted. The texts of refusals: `drop.refused.{code}` in the locales.
 *
 * Another kind of thing that is dragged is a row of the table with its places in {@link dragPlaces}, another place to drop on is a column.
 */
import { type Section, type StatusId, status } from './rules.ts'

/** What is dragged, and where each kind may stand. `special`: the two channels that come with an account. */
export const dragPlaces = {
  channel: ['archive', 'left', 'other', 'public', 'group'],
  special: ['account'],
  group: ['groups', 'archive'],
  series: ['channel'],
  video: ['series'],
} as const satisfies Record<string, readonly string[]>
export type DragKind = keyof typeof dragPlaces
type ChannelPlace = Section | 'group'

export interface DragSource {
  kind: DragKind
  place: (typeof dragPlaces)[DragKind][number]
  id: string
  /** Of a channel: who may see it. */
  status_id?: StatusId
  /** The group that a channel is in, the channel that a series or video is in, the series that a video is in. */
  groupId?: string | null
  channelId?: string
  seriesId?: string
}

/**
 * Where things can be dropped.
 * - Between the things of a list: a section of the bar, the groups in it, the channels of a group, the series of a channel, the videos of a
 *   series. Groups that are archived stand in `archive` too.
 * - On a thing: its disc, card or heading.
 */
export const dropPlaces = {
  list: ['archive', 'left', 'groups', 'other', 'public', 'group', 'channel', 'series'],
  thing: ['on_channel', 'on_special', 'on_group', 'on_series'],
} as const
export type DropPlace = (typeof dropPlaces)[keyof typeof dropPlaces][number]

export interface DropTarget {
  at: DropPlace
  /** The group, channel or series that is dropped into or on; left out for sections of the bar. */
  id?: string
  /** Of a group: what a channel becomes in it. */
  status_id?: StatusId
  /** Of `on_channel`: where that channel stands. */
  place?: ChannelPlace
}

/** What somebody may do with both, the dragged thing and what it is dropped on: `viewer` is whoever may not edit one of them. */
export const dropRoles = ['guest', 'viewer', 'editor'] as const
export type DropRole = (typeof dropRoles)[number]

export type DropAct =
  /** To another place of the list that it is in. */
  | 'reorder'
  /** To a place of another list. */
  | 'move'
  | 'archive'
  | 'restore'
  | 'join_group'
  | 'leave_group'
  /** Opens the dialog for a group of both. */
  | 'make_group'
  /** To the end of another series. */
  | 'join_series'
  /** Into another channel: a video where pasted links go. */
  | 'move_to_channel'

export const dropRefusals = [
  'login_required',
  'forbidden',
  'special_channel',
  'onto_itself',
  'already_there',
  'is_archived',
  'group_in_group',
  'groups_only',
  'groups_stand_together',
  'channel_in_channel',
  'needs_channel',
  'needs_series',
] as const
export type DropRefusal = (typeof dropRefusals)[number]

export interface AllowedDrop {
  allowed: true
  act: DropAct
  /** Who may see the channel afterwards, when that changes: goes with the call. */
  status_id?: StatusId
  /** To be asked first: it opens to everybody, or it closes. */
  asks?: 'publish' | 'unpublish'
}
export type DropResult = AllowedDrop | { allowed: false; refusal: DropRefusal }

const notInChannel = { channel: 'channel_in_channel', series: 'channel_in_channel', on_series: 'channel_in_channel' } as const
const notBetweenChannels = { left: 'groups_stand_together', other: 'groups_stand_together', public: 'groups_stand_together' } as const
const needsChannel = {
  archive: 'needs_channel',
  left: 'needs_channel',
  groups: 'needs_channel',
  other: 'needs_channel',
  public: 'needs_channel',
  group: 'needs_channel',
  on_group: 'needs_channel',
} as const

const everywhere = (refusal: DropRefusal) =>
  Object.fromEntries([...dropPlaces.list, ...dropPlaces.thing].map((at) => [at, refusal])) as Record<DropPlace, DropRefusal>

/** An act in general; what it is called where a thing comes from a certain place, and the few refusals that depend on that: below. */
const table: Record<DragKind, Record<DropPlace, DropAct | DropRefusal>> = {
  channel: {
    archive: 'archive',
    left: 'move',
    groups: 'groups_only',
    other: 'move',
    public: 'move',
    group: 'join_group',
    on_channel: 'make_group',
    on_special: 'special_channel',
    on_group: 'join_group',
    ...notInChannel,
  },
  special: everywhere('special_channel'),
  group: {
    archive: 'archive',
    groups: 'restore',
    group: 'group_in_group',
    on_channel: 'groups_stand_together',
    on_special: 'special_channel',
    on_group: 'group_in_group',
    ...notBetweenChannels,
    ...notInChannel,
  },
  series: {
    channel: 'move_to_channel',
    series: 'needs_channel',
    on_channel: 'move_to_channel',
    on_special: 'move_to_channel',
    on_series: 'needs_channel',
    ...needsChannel,
  },
  video: {
    channel: 'needs_series',
    series: 'move',
    on_channel: 'move_to_channel',
    on_special: 'move_to_channel',
    on_series: 'join_series',
    ...needsChannel,
  },
}

/** What becomes of a thing that is dropped, or why it may not be. */
export function dropResult(source: DragSource, target: DropTarget, role: DropRole): DropResult {
  if (role === 'guest') return refusals.login_required
  if (role === 'viewer') return refusals.forbidden
  const isOnThing = (dropPlaces.thing as readonly string[]).includes(target.at)
  if (isOnThing && target.id === source.id) return refusals.onto_itself
  const cell = table[source.kind][target.at]
  if (isRefusal(cell)) return refusals[cell]
  const isInIt = target.id === undefined ? target.at === source.place : target.id === containerAt(source, target.at)
  if (isInIt) return isOnThing ? refusals.already_there : allow('reorder')
  if (cell === 'make_group' && target.place === 'archive') return refusals.is_archived
  if (cell === 'make_group' && target.place === 'group') return refusals.group_in_group
  if (source.kind !== 'channel') return allow(cell)
  const now = source.status_id!
  const next = statusAt(now, target)
  const act = cell === 'move' ? (actFrom[source.place] ?? cell) : cell
  return next === now ? allow(act) : allow(act, next, next === status.public ? 'publish' : now === status.public ? 'unpublish' : undefined)
}

/** What becomes of several; `refusedId`: of the one that may not be dropped there. */
export type DropOfAll = DropResult & { refusedId?: string }

/**
 * What becomes of several things of one kind that are dropped together, all of them or none. What is in the target already goes along with
 * the others, unless all are.
 */
export function dropResultOfAll(sources: readonly DragSource[], target: DropTarget, role: DropRole): DropOfAll {
  const results = sources.map((source) => dropResult(source, target, role))
  if (results.length === 1) return results[0]!
  const drops = results.flatMap((result) => (result.allowed ? [result] : []))
  const refused = results.findIndex((result) => !result.allowed && (drops.length === 0 || result.refusal !== 'already_there'))
  if (refused >= 0) return { ...results[refused]!, refusedId: sources[refused]!.id }
  const asks = drops.find((drop) => drop.asks)?.asks
  const { act } = drops.find((drop) => drop.act !== 'reorder') ?? drops[0]!
  // Elsewhere who may see each of them follows the place.
  return allow(act, target.at === 'public' ? status.public : undefined, asks)
}

/** What moving to a section is called for a channel that comes from these places. */
const actFrom: Partial<Record<DragSource['place'], DropAct>> = { archive: 'restore', group: 'leave_group' }

/** The thing that the source is in, of the kind that is dropped at. */
function containerAt({ groupId, channelId, seriesId }: DragSource, at: DropPlace): string | null | undefined {
  if (at === 'group' || at === 'on_group') return groupId
  return at === 'series' || at === 'on_series' ? seriesId : channelId
}

/**
 * Who may see a channel that comes to a place: `public` opens it, `left` and `other` close what was open, and a group makes it what the
 * group says, unless it is private. The archive leaves it as it is.
 */
export function statusAt(now: StatusId, { at, status_id: ofGroup = now }: Pick<DropTarget, 'at' | 'status_id'>): StatusId {
  if (at === 'public') return status.public
  if (at === 'left' || at === 'other') return now === status.public ? status.private : now
  return (at === 'group' || at === 'on_group') && now !== status.private ? ofGroup : now
}

type Refused = Extract<DropResult, { allowed: false }>
const refusals = Object.fromEntries(dropRefusals.map((refusal) => [refusal, { allowed: false, refusal }])) as Record<DropRefusal, Refused>
const isRefusal = (cell: DropAct | DropRefusal): cell is DropRefusal => Object.hasOwn(refusals, cell)

/** Each made once. */
const allowed = new Map<string, AllowedDrop>()
function allow(act: DropAct, status_id?: StatusId, asks?: AllowedDrop['asks']): AllowedDrop {
  const key = `${act} ${status_id} ${asks}`
  let result = allowed.get(key)
  if (!result) allowed.set(key, (result = { allowed: true, act, ...(status_id && { status_id }), ...(asks && { asks }) }))
  return result
}
