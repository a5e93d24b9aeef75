import { randomInt } from 'node:crypto'
import { brand } from '#kit/contract/brand.ts'
import type { Db } from '#kit/server/db.ts'
import type { Ctx, Handlers } from '#kit/server/http/handlers.ts'
import type { DefaultPlaylist } from '#features/curation/contract.ts'
import { listDefaultPlaylists } from '#features/curation/server/queries/playlists.ts'
import { findOwnFile } from '#features/curation/server/queries/videos.ts'
import { type Hero, type pagesContract, welcomeImages, type WelcomeName, type WelcomePage } from '../contract.ts'
import { texts } from './texts.ts'

/** Channels from which pictures and series are taken: not every one has a picture of its own. */
const listedChannels = 24

/** Those at the beginning of the list open the home: the farther down, the odder their names and pictures. */
const heroChannels = 12

interface Content {
  /** How many pictures that lead to channels. */
  images?: number
  /** With which channel it begins, so that not every view shows the same ones; after the last comes the first. */
  from?: number
  /** How many channels show their first series. */
  series?: number
  /** Does the view open with a channel? */
  hero?: boolean
}

/** The texts of a view, with public channels of others. */
const welcome =
  (name: WelcomeName, { images = welcomeImages, from = 0, series = 0, hero = false }: Content = {}) =>
  async (_: unknown, { db, reader, language }: Ctx): Promise<WelcomePage> => {
    const t = texts[language]
    const listed = await listDefaultPlaylists(undefined)(db, reader, listedChannels, undefined)
    const channels = listed.map(({ json }) => JSON.parse(json) as DefaultPlaylist)
    // What one made oneself explains nothing.
    const foreign = channels.filter(({ may_edit }) => !may_edit)
    const start = foreign.length && from % foreign.length
    const others = [...foreign.slice(start), ...foreign.slice(0, start)]
    return {
      title: t(`welcome.${name}.title`, { brand }),
      description: t(`welcome.${name}.description`),
      images: others
        .flatMap(({ id, name: title, icon: image }) => (image === null ? [] : { title, image, url: `/playlists?playlist=${id}` }))
        .slice(0, images),
      hero: hero ? await chooseHero(db, channels) : null,
      carousels: others
        .slice(0, series)
        .flatMap(({ id: playlist_id, name: playlist_name, series: found }) => found.map((one) => ({ ...one, playlist_id, playlist_name }))),
    }
  }

/** One of the first channels that have a picture to open with, at random. */
async function chooseHero(db: Db, channels: readonly DefaultPlaylist[]): Promise<Hero | null> {
  const candidates = channels
    .flatMap(({ series, ...channel }) => {
      const video = series[0]?.videos.find(({ image }) => image)
      return video ? { channel, video } : []
    })
    .slice(0, heroChannels)
  const chosen = candidates[candidates.length && randomInt(candidates.length)]
  if (!chosen) return null
  const { channel, video } = chosen
  const { id: playlist_id, name, icon, nickname } = channel
  return { playlist_id, name, icon, nickname, video, file: (await findOwnFile(db, video.id))?.src ?? null }
}

export interface PagesTools {
  config: {
    /** The operator's mail address. */
    contact: string | undefined
  }
}

export const pagesRoutes = ({ config }: PagesTools): Handlers<typeof pagesContract> => ({
  contact: () => Promise.resolve({ mail_address: config.contact ?? null }),
  home: welcome('home', { series: 3 }),
  globe: welcome('globe', { series: 3, hero: true }),
  heart: welcome('heart', { series: 2, from: 3 }),
  tv: welcome('tv', { images: 0 }),
  // One's own profile is no place for others' channels.
  user: welcome('user', { images: 0 }),
  directPublish: welcome('directPublish', { series: 2, from: 6 }),
  // What is kept for later is nobody's channel.
  watchLater: welcome('watchLater', { images: 0 }),
})
