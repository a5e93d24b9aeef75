import { brand } from '#kit/contract/brand.ts'
import type { Ctx, Handlers } from '#kit/server/http/mount.ts'
import { listDefaultPlaylists } from '#features/curation/server/queries/playlists.ts'
import { type pagesContract, welcomeImages, type WelcomeName, type WelcomePage } from '../contract.ts'
import { texts } from './texts.ts'

/** Channels that are looked at for pictures: not every one has its own. */
const looked = 12

/** The texts of a view, pictures of public channels, and the first series of some: `series` of them. */
const welcome =
  (name: WelcomeName, series: number) =>
  async (_: unknown, { db, viewer, language }: Ctx): Promise<WelcomePage> => {
    const t = texts[language]
    const channels = await listDefaultPlaylists(db, viewer, looked, undefined)
    return {
      title: t(`welcome.${name}.title`, { brand }),
      description: t(`welcome.${name}.description`),
      images: channels
        .flatMap(({ id, name: title, icon: image }) => (image === null ? [] : { title, image, url: `/playlists?playlist=${id}` }))
        .slice(0, welcomeImages),
      carousels: channels.slice(0, series).map((channel) => ({
        id: channel.first_id,
        name: channel.first_name,
        playlist_id: channel.id,
        playlist_name: channel.name,
        videos: channel.first_videos,
      })),
    }
  }

export const pagesRoutes: Handlers<typeof pagesContract> = {
  home: welcome('home', 3),
  globe: welcome('globe', 3),
  heart: welcome('heart', 2),
  // These explain a place that is not about series.
  tv: welcome('tv', 0),
  user: welcome('user', 0),
  directPublish: welcome('directPublish', 2),
  watchLater: welcome('watchLater', 0),
}
