import type { Group, MyPlaylists, PlaylistPreview, PlaylistTile } from '../contract.ts'
import { type Section, sectionFor } from '../rules.ts'
import { allOf, barOf } from './useMine.ts'

/** What the bar of one's own channels looks like after a change, before the server has said so. */

/** Where channels stand in it: in a section, or in a group. */
export type BarPlace = Section | { groupId: string }
/** A channel's or group's place among those beside it. */
export interface Placed {
  index: number
  count: number
}

const placesIn = (at: BarPlace, list: readonly PlaylistPreview[]) =>
  list.map(({ id }, index): [string, Placed & { at: BarPlace }] => [id, { at, index, count: list.length }])

/** Where each channel stands, but for the two that came with the account. */
export function placesOf(mine: MyPlaylists): ReadonlyMap<string, Placed & { at: BarPlace }> {
  const { left, other, public: open } = barOf(mine)
  return new Map([
    ...placesIn('archive', mine.archive),
    ...placesIn('left', left),
    ...placesIn('other', other),
    ...placesIn('public', open),
    ...groupsOf(mine).flatMap(({ id: groupId, playlists }) => placesIn({ groupId }, playlists)),
  ])
}

/** Every group, archived ones too. */
export const groupsOf = ({ groups, archivedGroups }: MyPlaylists): Group[] => [...groups, ...archivedGroups]

const inserted = <T>(list: readonly T[], items: readonly T[], index: number): T[] => [
  ...list.slice(0, index),
  ...items,
  ...list.slice(index),
]

/** What a channel says of itself in a place. */
export const factsAt = (at: BarPlace): Partial<PlaylistTile> =>
  at === 'archive' ? { is_archived: true } : { is_archived: false, ...((at === 'left' || at === 'other') && { is_left: at === 'left' }) }

/**
 * Channels side by side at an index of a place, counted without them; beyond the end: at the end.
 * @param facts that change with it: who may see them
 */
export function withChannelsAt(
  mine: MyPlaylists,
  ids: readonly string[],
  at: BarPlace,
  index = Infinity,
  facts: Partial<PlaylistTile> = {},
): MyPlaylists {
  const known = new Map(allOf(mine).map((channel) => [channel.id, channel]))
  const moved = ids.flatMap((id) => known.get(id) ?? []).map((channel) => ({ ...channel, ...factsAt(at), ...facts }))
  const isMoved = new Set(ids)
  const fill = (list: readonly PlaylistPreview[], isHere: boolean) => {
    const others = list.filter(({ id }) => !isMoved.has(id))
    return isHere ? inserted(others, moved, index) : others
  }
  const fillGroup = (group: Group): Group => ({
    ...group,
    playlists: fill(group.playlists, typeof at === 'object' && at.groupId === group.id),
  })
  const { left, other } = barOf(mine)
  return {
    ...mine,
    archive: fill(mine.archive, at === 'archive'),
    other: [...fill(left, at === 'left'), ...fill(other, at === 'other')],
    public: fill(mine.public, at === 'public'),
    groups: mine.groups.map(fillGroup),
    archivedGroups: mine.archivedGroups.map(fillGroup),
  }
}

/** Without channels, wherever they stand. */
export function withoutChannels(mine: MyPlaylists, ids: readonly string[]): MyPlaylists {
  const others = (list: readonly PlaylistPreview[]) => list.filter(({ id }) => !ids.includes(id))
  const inGroup = (group: Group): Group => ({ ...group, playlists: others(group.playlists) })
  return {
    ...mine,
    archive: others(mine.archive),
    other: others(mine.other),
    public: others(mine.public),
    groups: mine.groups.map(inGroup),
    archivedGroups: mine.archivedGroups.map(inGroup),
  }
}

/** A group at an index among those of the bar, or of the archive. */
export function withGroupAt(
  mine: MyPlaylists,
  id: string,
  { is_archived, index = Infinity }: { is_archived: boolean; index?: number },
): MyPlaylists {
  const group = groupsOf(mine).find((one) => one.id === id)
  if (!group) return mine
  const fill = (groups: readonly Group[], isHere: boolean) => {
    const others = groups.filter((one) => one.id !== id)
    return isHere ? inserted(others, [{ ...group, is_archived }], index) : others
  }
  return { ...mine, groups: fill(mine.groups, !is_archived), archivedGroups: fill(mine.archivedGroups, is_archived) }
}

/** Without a group: its channels go back to the ends of their sections. */
export function withoutGroup(mine: MyPlaylists, id: string): MyPlaylists {
  const channels = groupsOf(mine).find((one) => one.id === id)?.playlists ?? []
  const spread = channels.reduce((now, channel) => withChannelsAt(now, [channel.id], sectionFor(channel)), mine)
  const others = (groups: readonly Group[]) => groups.filter((one) => one.id !== id)
  return { ...spread, groups: others(spread.groups), archivedGroups: others(spread.archivedGroups) }
}
