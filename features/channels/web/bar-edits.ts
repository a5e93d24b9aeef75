import type { Group, MyPlaylists, PlaylistPreview, PlaylistTile } from '../contract.ts'
import { type Section, sectionFor } from '../rules.ts'
import { allChannels, barSections } from './useMine.ts'

/** Optimistic changes of the user's bar. */

/** A section, or a group. */
export type BarPlace = Section | { groupId: string }
/** The place of a channel or group in its list. */
export interface Placed {
  index: number
  count: number
}

const placesIn = (at: BarPlace, list: readonly PlaylistPreview[]) =>
  list.map(({ id }, index): [string, Placed & { at: BarPlace }] => [id, { at, index, count: list.length }])

/** Returns the place of each channel, except the two built-in ones. */
export function findBarPlaces(mine: MyPlaylists): ReadonlyMap<string, Placed & { at: BarPlace }> {
  const { left, other, public: open } = barSections(mine)
  return new Map([
    ...placesIn('archive', mine.archive),
    ...placesIn('left', left),
    ...placesIn('other', other),
    ...placesIn('public', open),
    ...allGroups(mine).flatMap(({ id: groupId, playlists }) => placesIn({ groupId }, playlists)),
  ])
}

/** Returns all groups, including archived ones. */
export const allGroups = ({ groups, archivedGroups }: MyPlaylists): Group[] => [...groups, ...archivedGroups]

const insertItems = <T>(list: readonly T[], items: readonly T[], index: number): T[] => [
  ...list.slice(0, index),
  ...items,
  ...list.slice(index),
]

/** Returns the fields that follow from a place. */
export const placeFields = (at: BarPlace): Partial<PlaylistTile> =>
  at === 'archive' ? { is_archived: true } : { is_archived: false, ...((at === 'left' || at === 'other') && { is_left: at === 'left' }) }

/**
 * Places channels next to each other; without `at`, removes them. The index counts without them; beyond the end means last.
 * @param facts other fields that change, such as the status
 */
export function withChannelsAt(
  mine: MyPlaylists,
  ids: readonly string[],
  at: BarPlace | undefined,
  index = Infinity,
  facts: Partial<PlaylistTile> = {},
): MyPlaylists {
  const channelsById = new Map(allChannels(mine).map((channel) => [channel.id, channel]))
  const moved = ids.flatMap((id) => channelsById.get(id) ?? []).map((channel) => ({ ...channel, ...(at && placeFields(at)), ...facts }))
  const isMoved = new Set(ids)
  const fill = (list: readonly PlaylistPreview[], isHere: boolean) => {
    const others = list.filter(({ id }) => !isMoved.has(id))
    return isHere ? insertItems(others, moved, index) : others
  }
  const fillGroup = (group: Group): Group => ({
    ...group,
    playlists: fill(group.playlists, typeof at === 'object' && at.groupId === group.id),
  })
  const { left, other } = barSections(mine)
  return {
    ...mine,
    archive: fill(mine.archive, at === 'archive'),
    other: [...fill(left, at === 'left'), ...fill(other, at === 'other')],
    public: fill(mine.public, at === 'public'),
    groups: mine.groups.map(fillGroup),
    archivedGroups: mine.archivedGroups.map(fillGroup),
  }
}

/** Removes channels from all places. */
export const withoutChannels = (mine: MyPlaylists, ids: readonly string[]): MyPlaylists => withChannelsAt(mine, ids, undefined)

/** Places a group among the groups of the bar, or of the archive. */
export function withGroupAt(
  mine: MyPlaylists,
  id: string,
  { is_archived, index = Infinity }: { is_archived: boolean; index?: number },
): MyPlaylists {
  const group = allGroups(mine).find((one) => one.id === id)
  if (!group) return mine
  const fill = (groups: readonly Group[], isHere: boolean) => {
    const others = groups.filter((one) => one.id !== id)
    return isHere ? insertItems(others, [{ ...group, is_archived }], index) : others
  }
  return { ...mine, groups: fill(mine.groups, !is_archived), archivedGroups: fill(mine.archivedGroups, is_archived) }
}

/** Removes a group. Its channels move to the end of their sections. */
export function withoutGroup(mine: MyPlaylists, id: string): MyPlaylists {
  const channels = allGroups(mine).find((one) => one.id === id)?.playlists ?? []
  const placedInSections = channels.reduce((now, channel) => withChannelsAt(now, [channel.id], sectionFor(channel)), mine)
  const others = (groups: readonly Group[]) => groups.filter((one) => one.id !== id)
  return { ...placedInSections, groups: others(placedInSections.groups), archivedGroups: others(placedInSections.archivedGroups) }
}
