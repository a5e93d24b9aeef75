import type { Language } from '#kit/contract/texts.ts'
import type { status } from '#features/curation/rules.ts'
import type pictures from './assets/pictures.json'

/** Name of one of the demonstration's own pictures. */
export type PictureName = keyof typeof pictures

export interface DemoVideo {
  title: string
  /** An http(s) address, or a path on our own host. */
  src: string
  embedUrl?: string
  contentType?: string
  /** The source's name; left out: what its address tells. */
  site?: string
  /** As it is shown: `9:56`, `1:32:04`. None: live, or nobody knows. */
  duration?: string
  /** It has no end yet. */
  isLive?: true
  about?: string
  picture?: PictureName
  /** The source's own date, `YYYY-MM-DD`. */
  date?: string
  /** A button under the video. */
  goTo?: { url: string; title: string }
  /** What "more info" tells. */
  more?: { title: string; text: string; picture?: PictureName }
  /** Its series opens with this one, though it is not the first. */
  isHome?: true
}

export interface DemoSeries {
  name: string
  about?: string
  /** `header`: the opening banner of its channel. */
  type?: 'header'
  videos: readonly DemoVideo[]
}

export interface DemoPlaylist {
  name: string
  status: keyof typeof status
  about?: string
  picture?: PictureName
  tags?: readonly string[]
  /** Its short address. */
  slug?: string
  /** Place among the channels that everybody sees first; none: not one of them. */
  rank?: number
  adult?: true
  finished?: true
  isLeft?: true
  isArchived?: true
  series: readonly DemoSeries[]
}

interface DemoGroup {
  name: string
  status: keyof typeof status
  isArchived?: true
  picture?: PictureName
  playlists: readonly DemoPlaylist[]
}

export interface DemoPerson {
  nickname: `demo.${string}`
  firstName: string
  lastName: string
  city: string
  language: Language
  countryId: number
  birthday: string
  picture?: PictureName
  /** Has shown to be of age, and wants to see what is for adults. */
  seesAdult?: true
  playlists: readonly DemoPlaylist[]
  groups?: readonly DemoGroup[]
  /** What stands in the two channels that everybody has. */
  directPublish?: readonly DemoSeries[]
  watchLater?: readonly DemoSeries[]
  /** Channels of others that they follow, as they stand; `new`: what is in them came in since they looked. */
  follows?: readonly { name: string; isNew?: true }[]
}
