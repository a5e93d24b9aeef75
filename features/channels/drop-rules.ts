/**
 * Rules of drag and drop: allowed targets and their effects. Pure, as the web and the server both check drops with them.
 * `dropResult(source, target, role)` is cheap enough for each pointer move: it looks up a cell of {@link dropTable} and returns one of a few
 * shared objects, so equal results are identical (`===`). Create the source and the targets once, when the drag starts. The texts of
 * refusals are `drop.refused.{code}` in the locales. A new kind of draggable thing is a row of the table, with its places in {@link
 * dragPlaces}. A new drop place is a column.
 */
import { type Section, type StatusId, status } from './rules.ts'

/** Draggable kinds, and the places that each can be in. `special`: the two built-in channels of an account. */
export const dragPlaces = {
  channel: ['archive', 'left', 'other', 'public', 'group'],
  special: ['account'],
  group: ['groups', 'archive'],
  series: ['channel'],
  video: ['series'],
  shortcut: ['shortcuts'],
} as const satisfies Record<string, readonly string[]>
export type DragKind = keyof typeof dragPlaces
type ChannelPlace = Section | 'group'

export interface DragSource {
  kind: DragKind
  place: (typeof dragPlaces)[DragKind][number]
  id: string
  /** For a channel: its visibility. */
  status_id?: StatusId
  /** For a channel: its group. For a series or video: its channel. For a video: its series. */
  groupId?: string | null
  channelId?: string
  seriesId?: string
}

/**
 * Places that accept drops.
 * - Between items of a list: a section of the bar, its groups, its shortcuts, the channels of a group, the series of a channel, the
 *   videos of a series. Archived groups are in `archive` too. Shortcuts are on two sides.
 * - On a thing: its disc, card or heading.
 */
export const dropPlaces = {
  list: ['archive', 'left', 'groups', 'other', 'public', 'group', 'channel', 'series', 'shortcuts'],
  thing: ['on_channel', 'on_special', 'on_group', 'on_series'],
} as const
export type DropPlace = (typeof dropPlaces)[keyof typeof dropPlaces][number]

export interface DropTarget {
  at: DropPlace
  /** The group, channel or series that receives the drop. Absent for sections of the bar. */
  id?: string
  /** For a group: the status that channels get in it. */
  status_id?: StatusId
  /** For `on_channel`: the channel's place. */
  place?: ChannelPlace
}

/** The user's rights. A `viewer` may not edit the dragged thing, or the target. */
export const dropRoles = ['guest', 'viewer', 'editor'] as const
export type DropRole = (typeof dropRoles)[number]

export type DropEffect =
  /** Moves to another position in the same list. */
  | 'reorder'
  /** Moves to another list. */
  | 'move'
  | 'archive'
  | 'restore'
  | 'join_group'
  | 'leave_group'
  /** Opens the dialog that creates a group of the dragged and the target channel. */
  | 'make_group'
  /** Moves to the end of another series. */
  | 'join_series'
  /** Moves to another channel. A video goes into the series that receives pasted links. */
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
  'shortcuts_only',
  'shortcuts_stand_together',
] as const
export type DropRefusal = (typeof dropRefusals)[number]

export interface AllowedDrop {
  allowed: true
  act: DropEffect
  /** The channel's new status, if it changes. Sent with the request. */
  status_id?: StatusId
  /** Requires confirmation, because the channel becomes public or stops being public. */
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
  shortcuts: 'needs_channel',
  on_group: 'needs_channel',
} as const

const refuseEverywhere = (refusal: DropRefusal) =>
  Object.fromEntries([...dropPlaces.list, ...dropPlaces.thing].map((at) => [at, refusal])) as Record<DropPlace, DropRefusal>

/** The effect per kind and place. {@link dropResult} replaces some effects with {@link effectOfLeaving}, and adds a few refusals. */
const dropTable: Record<DragKind, Record<DropPlace, DropEffect | DropRefusal>> = {
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
    shortcuts: 'shortcuts_only',
    ...notInChannel,
  },
  special: refuseEverywhere('special_channel'),
  group: {
    archive: 'archive',
    groups: 'restore',
    group: 'group_in_group',
    on_channel: 'groups_stand_together',
    on_special: 'special_channel',
    on_group: 'group_in_group',
    shortcuts: 'shortcuts_only',
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
  shortcut: { ...refuseEverywhere('shortcuts_stand_together'), shortcuts: 'reorder' },
}

/** Returns the effect of a drop, or why it is refused. */
export function dropResult(source: DragSource, target: DropTarget, role: DropRole): DropResult {
  if (role === 'guest') return refusedDrops.login_required
  if (role === 'viewer') return refusedDrops.forbidden
  const isOnThing = (dropPlaces.thing as readonly string[]).includes(target.at)
  if (isOnThing && target.id === source.id) return refusedDrops.onto_itself
  const cell = dropTable[source.kind][target.at]
  if (isRefusal(cell)) return refusedDrops[cell]
  const isSameContainer = target.id === undefined ? target.at === source.place : target.id === containerAt(source, target.at)
  if (isSameContainer) return isOnThing ? refusedDrops.already_there : createAllowedDrop('reorder')
  if (cell === 'make_group' && target.place === 'archive') return refusedDrops.is_archived
  if (cell === 'make_group' && target.place === 'group') return refusedDrops.group_in_group
  if (source.kind !== 'channel') return createAllowedDrop(cell)
  const now = source.status_id!
  const next = statusForPlace(now, target)
  const act = cell === 'move' ? (effectOfLeaving[source.place] ?? cell) : cell
  return next === now
    ? createAllowedDrop(act)
    : createAllowedDrop(act, next, next === status.public ? 'publish' : now === status.public ? 'unpublish' : undefined)
}

/** Result of dropping several things. `refusedId`: the first refused thing. */
export type CombinedDropResult = DropResult & { refusedId?: string }

/**
 * Returns the effect of dropping several things of one kind together: all or none. Things that are already in the target are accepted with
 * the others, but a drop is refused if all are already there.
 */
export function combinedDropResult(sources: readonly DragSource[], target: DropTarget, role: DropRole): CombinedDropResult {
  const results = sources.map((source) => dropResult(source, target, role))
  if (results.length === 1) return results[0]!
  const drops = results.flatMap((result) => (result.allowed ? [result] : []))
  const refusedIndex = results.findIndex((result) => !result.allowed && (drops.length === 0 || result.refusal !== 'already_there'))
  if (refusedIndex >= 0) return { ...results[refusedIndex]!, refusedId: sources[refusedIndex]!.id }
  const asks = drops.find((drop) => drop.asks)?.asks
  const { act } = drops.find((drop) => drop.act !== 'reorder') ?? drops[0]!
  // Only `public` sends a status: elsewhere the server derives it from the place.
  return createAllowedDrop(act, target.at === 'public' ? status.public : undefined, asks)
}

/** Effects that replace `move` to a section, by the place that the channel leaves. */
const effectOfLeaving: Partial<Record<DragSource['place'], DropEffect>> = { archive: 'restore', group: 'leave_group' }

/** Returns the id of the group, channel or series that contains the source, depending on the kind of drop place. */
function containerAt({ groupId, channelId, seriesId }: DragSource, at: DropPlace): string | null | undefined {
  if (at === 'group' || at === 'on_group') return groupId
  return at === 'series' || at === 'on_series' ? seriesId : channelId
}

/**
 * Returns a channel's status at a place. `public` publishes it; `left` and `other` make public channels private. A group sets its own
 * status, except on private channels. The archive keeps the status.
 */
export function statusForPlace(now: StatusId, { at, status_id: groupStatus = now }: Pick<DropTarget, 'at' | 'status_id'>): StatusId {
  if (at === 'public') return status.public
  if (at === 'left' || at === 'other') return now === status.public ? status.private : now
  return (at === 'group' || at === 'on_group') && now !== status.private ? groupStatus : now
}

type RefusedDrop = Extract<DropResult, { allowed: false }>
const refusedDrops = Object.fromEntries(dropRefusals.map((refusal) => [refusal, { allowed: false, refusal }])) as Record<
  DropRefusal,
  RefusedDrop
>
const isRefusal = (cell: DropEffect | DropRefusal): cell is DropRefusal => Object.hasOwn(refusedDrops, cell)

/** Results of allowed drops by their content, so that equal results are the same object. */
const allowedDrops = new Map<string, AllowedDrop>()
function createAllowedDrop(act: DropEffect, status_id?: StatusId, asks?: AllowedDrop['asks']): AllowedDrop {
  const key = `${act} ${status_id} ${asks}`
  let result = allowedDrops.get(key)
  if (!result) allowedDrops.set(key, (result = { allowed: true, act, ...(status_id && { status_id }), ...(asks && { asks }) }))
  return result
}
