/** Things that can be moved or copied, and targets for them. */
import type { SubjectOf } from '#shell/subjects.ts'
import type { Playlist, PlaylistTile, Series, Video } from '#features/channels/contract.ts'
import type { StatusId } from '#features/channels/rules.ts'
import type { BarPlace } from '#features/channels/web/bar-edits.ts'

/** Types of subjects that can be moved and copied. */
export const movableTypes = ['video', 'serie', 'playlist', 'group'] as const
export type MovableType = (typeof movableTypes)[number]
export type Movable = { [T in MovableType]: SubjectOf<T> }[MovableType]

/** A target. The index counts all things that are in the target now. Without an index: the end. */
export type Target = { index?: number | undefined } & (
  | { container: 'series'; channel: Playlist; series: Pick<Series, 'id' | 'name'> }
  /**
   * A channel. Series are placed among its series; videos go to the series that receives pasted links. `open`: the channel with its
   * content, if loaded.
   */
  | { container: 'channel'; channel: PlaylistTile; open?: Playlist | undefined }
  /** A section of the bar, or a group with its `status_id`. */
  | { container: 'bar'; at: BarPlace; status_id?: StatusId | undefined }
  /** A place among the groups of the bar, or of the archive. */
  | { container: 'groups'; is_archived?: boolean }
)
export type BarTarget = Extract<Target, { container: 'bar' }>
/** A position in a channel. As in requests, the index doesn't count the moved things. */
export interface ChannelPlace {
  channel: PlaylistTile
  series?: Pick<Series, 'id' | 'name'> | undefined
  index: number | undefined
}
export type ChannelTarget = Extract<Target, { container: 'series' | 'channel' }>

/** Things to copy, of one type. Only their ids are needed. */
export interface Copies {
  copyOf: MovableType
  ids: readonly string[]
  /** The channel of videos or series; required for private links. */
  from?: string | undefined
  /** The videos for the optimistic edit, if loaded. */
  loadedVideos?: readonly Video[]
}

/** Returns the current place of a thing, and the number of things in the same list; undefined if the place is unknown. */
export function findPlace(item: Movable): (Target & { index: number; count: number }) | undefined {
  const { id } = item
  const among = (list: readonly { id: string }[]) => ({ index: list.findIndex((entry) => entry.id === id), count: list.length })
  if (item.type === 'group') return { container: 'groups', is_archived: item.group.is_archived, index: item.index, count: item.count }
  if (item.type === 'playlist') return item.placed && { container: 'bar', status_id: item.channel.status_id as StatusId, ...item.placed }
  if (item.type === 'serie') return { container: 'channel', channel: item.channel, open: item.channel, ...among(item.channel.series) }
  if (!item.place) return undefined
  const { channel, series } = item.place
  return { container: 'series', channel, series, ...among(series.videos) }
}

function listOf(target: Target): string {
  if (target.container === 'bar') return JSON.stringify(target.at)
  if (target.container === 'groups') return target.is_archived ? 'archived groups' : 'groups'
  return target.container === 'series' ? target.series.id : target.channel.id
}

/** Returns the index for a request: the index in the target, not counting the moved things. */
export function indexExcludingMoved(items: readonly Movable[], target: Target): number | undefined {
  const { index } = target
  if (index === undefined) return undefined
  const list = listOf(target)
  const isBefore = (item: Movable) => {
    const now = findPlace(item)
    return now !== undefined && now.index < index && listOf(now) === list
  }
  return index - items.filter(isBefore).length
}
