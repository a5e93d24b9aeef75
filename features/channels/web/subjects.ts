import type { SubjectOf } from '#shell/subjects.ts'
import type { Group, PlacedVideo, Playlist, PlaylistTile, Series, Video, VideoCard } from '../contract.ts'
import type { BarPlace, PlaceInList } from './bar-edits.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** `open`: the channel with its content, if loaded. `placed`: the channel's place in the reader's bar, if shown there. */
    playlist: { channel: PlaylistTile; open?: Playlist; placed?: PlaceInList & { at: BarPlace } }
    group: { group: Group } & PlaceInList
    /** The archive of the user's bar. */
    archive: object
    serie: { channel: Playlist; series: Series }
    video: {
      video: VideoCard
      channel: PlaylistTile
      seriesId: string
      /** The video's place, if the whole channel is loaded. */
      place?: { channel: Playlist; series: Series; video: Video }
    }
    /** The item being added to a channel, while the dialog is open. */
    'new-item': NewItem
    /** The related videos of a video, while they are edited. */
    'related-videos': {
      related: readonly PlacedVideo[]
      busy: boolean
      add: (videos: readonly { id: string; name: string }[]) => void
    }
    /** The picture of a video, while it is being chosen. */
    'item-picture': { video: Video; chosen: string | undefined; choose: (address: string) => void }
  }
}

/** A video in its loaded channel. */
export type VideoPlace = NonNullable<SubjectOf<'video'>['place']>

/** A source of new items that aren't links, such as files. */
export interface ItemSource {
  /** Number of items that the source adds. */
  count: number
  /** Default title if the source adds one item. If it adds several, each has its own title. */
  title: string
  /** Whether the source has no errors. */
  isGood: boolean
  /** Adds the items. `index`: position of the first item; `title`: title of a single item. */
  add: (to: { series: Series; index: number | undefined; title: string | undefined }) => void
}

interface NewItem {
  channel: Playlist
  /** Whether a link was entered, so that other sources are unavailable. */
  hasLink: boolean
  /** Initial files. */
  dropped: readonly File[]
  choose: (source: ItemSource | undefined) => void
}

/** Returns the subject of a channel in a list. */
export const playlistSubject = (channel: PlaylistTile, placed?: SubjectOf<'playlist'>['placed']): SubjectOf<'playlist'> => ({
  type: 'playlist',
  id: channel.id,
  name: channel.name,
  channel,
  ...(placed && { placed }),
})

/** Returns the subject of a channel with its content. */
export const openPlaylistSubject = (open: Playlist): SubjectOf<'playlist'> => ({ ...playlistSubject(open), open })

export const groupSubject = (group: Group, placed: PlaceInList): SubjectOf<'group'> => ({
  type: 'group',
  id: group.id,
  name: group.name,
  group,
  ...placed,
})

export const serieSubject = (channel: Playlist, series: Series): SubjectOf<'serie'> => ({
  type: 'serie',
  id: series.id,
  name: series.name,
  channel,
  series,
})

/** Returns the subject of a video in a loaded channel. */
export const videoSubject = (channel: Playlist, series: Series, video: Video): SubjectOf<'video'> => ({
  ...videoCardSubject(channel, series, video),
  place: { channel, series, video },
})

/** Returns the subject of a video in a list. */
export const videoCardSubject = (channel: PlaylistTile, series: { id: string }, video: VideoCard): SubjectOf<'video'> => ({
  type: 'video',
  id: video.id,
  name: video.title,
  video,
  channel,
  seriesId: series.id,
})
