import type { SubjectOf } from '#shell/subjects.ts'
import type { Group, Playlist, PlaylistTile, Series, Video, VideoCard } from '../contract.ts'
import type { BarPlace, Placed } from './bar-edits.ts'

declare module '#shell/subjects.ts' {
  interface SubjectTypes {
    /** `open`: all that is in it, when that is known. `placed`: where it stands in the reader's bar, when it is shown there. */
    playlist: { channel: PlaylistTile; open?: Playlist; placed?: Placed & { at: BarPlace } }
    group: { group: Group } & Placed
    /** The archive of one's own bar. */
    archive: object
    serie: { channel: Playlist; series: Series }
    video: {
      video: VideoCard
      channel: PlaylistTile
      seriesId: string
      /** Where it stands, when the whole channel is known. */
      place?: { channel: Playlist; series: Series; video: Video }
    }
    /** What is being added to a channel, while the dialog for it is open. */
    'new-item': NewItem
    /** The picture of a video, while it is chosen. */
    'item-picture': { video: Video; chosen: string | undefined; choose: (address: string) => void }
  }
}

/** Something else than a link that items are made of: files. */
export interface ItemSource {
  /** How many items it makes. */
  count: number
  /** What the item is called unless somebody says otherwise; of several each has its own. */
  title: string
  /** Nothing is wrong with it. */
  isGood: boolean
  /** Makes the items. `index`: the place of the first; `title`: of a single one. */
  add: (to: { series: Series; index: number | undefined; title: string | undefined }) => void
}

interface NewItem {
  channel: Playlist
  /** A link was entered: nothing else can be chosen. */
  hasLink: boolean
  /** Files that were dropped to begin with. */
  dropped: readonly File[]
  choose: (source: ItemSource | undefined) => void
}

/** A channel of a list. */
export const playlistSubject = (channel: PlaylistTile, placed?: SubjectOf<'playlist'>['placed']): SubjectOf<'playlist'> => ({
  type: 'playlist',
  id: channel.id,
  name: channel.name,
  channel,
  ...(placed && { placed }),
})

/** A channel with all that is in it. */
export const openPlaylistSubject = (open: Playlist): SubjectOf<'playlist'> => ({ ...playlistSubject(open), open })

export const groupSubject = (group: Group, placed: Placed): SubjectOf<'group'> => ({
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

/** A video of a channel that is known whole. */
export const videoSubject = (channel: Playlist, series: Series, video: Video): SubjectOf<'video'> => ({
  ...videoCardSubject(channel, series, video),
  place: { channel, series, video },
})

/** A video of a list. */
export const videoCardSubject = (channel: PlaylistTile, series: { id: string }, video: VideoCard): SubjectOf<'video'> => ({
  type: 'video',
  id: video.id,
  name: video.title,
  video,
  channel,
  seriesId: series.id,
})
