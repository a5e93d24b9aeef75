import { brand } from '#kit/contract/brand.ts'
import type { Ctx, Handlers } from '#kit/server/http/mount.ts'
import type { DefaultPlaylist } from '#features/curation/contract.ts'
import { listDefaultPlaylists } from '#features/curation/server/queries/playlists.ts'
import { type pagesContract, welcomeImages, type WelcomeName, type WelcomePage } from '../contract.ts'
import { texts } from './texts.ts'

/** Channels that are looked at for pictures: not every one has its own. */
const looked = 12

/** The texts of a view, pictures of so many public channels, and the first series of so many. */
const welcome =
  (name: WelcomeName, { images = welcomeImages, series = 0 }: { images?: number; series?: number } = {}) =>
  async (_: unknown, { db, reader, language }: Ctx): Promise<WelcomePage> => {
    const t = texts[language]
    const listed = await listDefaultPlaylists(db, reader, looked, undefined)
    const channels = listed.map(({ json }) => JSON.parse(json) as DefaultPlaylist)
    return {
      title: t(`welcome.${name}.title`, { brand }),
      description: t(`welcome.${name}.description`),
      images: channels
        .flatMap(({ id, name: title, icon: image }) => (image === null ? [] : { title, image, url: `/playlists?playlist=${id}` }))
        .slice(0, images),
      carousels: channels
        .slice(0, series)
        .flatMap(({ id: playlist_id, name: playlist_name, series: found }) => found.map((one) => ({ ...one, playlist_id, playlist_name }))),
    }
  }

export const pagesRoutes: Handlers<typeof pagesContract> = {
  home: welcome('home', { series: 3 }),
  globe: welcome('globe', { series: 3 }),
  heart: welcome('heart', { series: 2 }),
  tv: welcome('tv'),
  // One's own profile is no place for others' channels.
  user: welcome('user', { images: 0 }),
  directPublish: welcome('directPublish', { series: 2 }),
  watchLater: welcome('watchLater'),
}
