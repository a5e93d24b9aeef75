import type { Group, MyPlaylists, PlaylistPreview, PlaylistTile } from '../contract.ts'
import { type Section, sectionFor } from '../rules.ts'
import { allChannels, barSections } from './useOwnChannels.ts'

/** Optimistic changes of the user's bar. */

/** A section, or a group. */
export type BarPlace = Section | { groupId: string }
/** The place of a channel or group in its list. */
export interface PlaceInList {
  index: number
  count: number
}

const placesIn = (at: BarPlace, list: readonly PlaylistPreview[]) =>
  list.map(({ id }, index): [string, PlaceInList & { at: BarPlace }] => [id, { at, index, count: list.length }])

/** Returns the place of each channel, except the two built-in ones. */
export function findBarPlaces(myPlaylists: MyPlaylists): ReadonlyMap<string, PlaceInList & { at: BarPlace }> {
  const { left, other, public: open } = barSections(myPlaylists)
  return new Map([
    ...placesIn('archive', myPlaylists.archive),
    ...placesIn('left', left),
    ...placesIn('other', other),
    ...placesIn('public', open),
    ...allGroups(myPlaylists).flatMap(({ id: groupId, playlists }) => placesIn({ groupId }, playlists)),
  ])
}

/** Returns all groups, including archived ones. */
export const allGroups = ({ groups, archivedGroups }: MyPlaylists): Group[] => [...groups, ...archivedGroups]

const insertItems = <T>(list: readonly T[], items: readonly T[], index: number): T[] => [
  ...list.slice(0, index),
  ...items,
  ...list.slice(index),
]

/** Returns the fields of a channel that follow from its place. */
export const placeFields = (at: BarPlace): Partial<PlaylistTile> =>
  at === 'archive' ? { is_archived: true } : { is_archived: false, ...((at === 'left' || at === 'other') && { is_left: at === 'left' }) }

/**
 * Puts channels next to each other at a place; without `at`, removes them. The index doesn't count these channels; beyond the end means
 * last.
 * @param facts other fields that change, such as the status
 */
export function withChannelsAt(
  myPlaylists: MyPlaylists,
  ids: readonly string[],
  at: BarPlace | undefined,
  index = Infinity,
  facts: Partial<PlaylistTile> = {},
): MyPlaylists {
  const channelsById = new Map(allChannels(myPlaylists).map((channel) => [channel.id, channel]))
  const movedChannels = ids
    .flatMap((id) => channelsById.get(id) ?? [])
    .map((channel) => ({ ...channel, ...(at && placeFields(at)), ...facts }))
  const isMoved = new Set(ids)
  const fill = (list: readonly PlaylistPreview[], isHere: boolean) => {
    const others = list.filter(({ id }) => !isMoved.has(id))
    return isHere ? insertItems(others, movedChannels, index) : others
  }
  const fillGroup = (group: Group): Group => ({
    ...group,
    playlists: fill(group.playlists, typeof at === 'object' && at.groupId === group.id),
  })
  const { left, other } = barSections(myPlaylists)
  return {
    ...myPlaylists,
    archive: fill(myPlaylists.archive, at === 'archive'),
    other: [...fill(left, at === 'left'), ...fill(other, at === 'other')],
    public: fill(myPlaylists.public, at === 'public'),
    groups: myPlaylists.groups.map(fillGroup),
    archivedGroups: myPlaylists.archivedGroups.map(fillGroup),
  }
}

/** Removes channels from all places. */
export const withoutChannels = (myPlaylists: MyPlaylists, ids: readonly string[]): MyPlaylists =>
  withChannelsAt(myPlaylists, ids, undefined)

/** Places a group among the groups of the bar, or of the archive. */
export function withGroupAt(
  myPlaylists: MyPlaylists,
  id: string,
  { is_archived, index = Infinity }: { is_archived: boolean; index?: number },
): MyPlaylists {
  const group = allGroups(myPlaylists).find((one) => one.id === id)
  if (!group) return myPlaylists
  const fill = (groups: readonly Group[], isHere: boolean) => {
    const others = groups.filter((one) => one.id !== id)
    return isHere ? insertItems(others, [{ ...group, is_archived }], index) : others
  }
  return { ...myPlaylists, groups: fill(myPlaylists.groups, !is_archived), archivedGroups: fill(myPlaylists.archivedGroups, is_archived) }
}

/** Removes a group. Its channels move to the end of their sections. */
export function withoutGroup(myPlaylists: MyPlaylists, id: string): MyPlaylists {
  const channels = allGroups(myPlaylists).find((one) => one.id === id)?.playlists ?? []
  const placedInSections = channels.reduce((now, channel) => withChannelsAt(now, [channel.id], sectionFor(channel)), myPlaylists)
  const others = (groups: readonly Group[]) => groups.filter((one) => one.id !== id)
  return { ...placedInSections, groups: others(placedInSections.groups), archivedGroups: others(placedInSections.archivedGroups) }
}
