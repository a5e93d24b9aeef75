import { randomInt } from 'node:crypto'
import { brand } from '#kit/contract/brand.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Ctx, Handlers } from '#kit/server/http/handlers.ts'
import type { DefaultPlaylist } from '#features/channels/contract.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { listDefaultPlaylists } from '#features/channels/server/queries/playlists.ts'
import { findOwnFile } from '#features/channels/server/queries/videos.ts'
import type { Hero, pagesContract, WelcomeName, WelcomePage } from '../contract.ts'
import { findShownVersion, type WelcomeContent, welcomeImages } from '../welcome-content.ts'
import { texts } from './texts.ts'
import { renderWelcome, type WelcomeVersions } from './welcome-versions.ts'

/** Number of channels from which pictures and series are taken. More than needed, because some have no picture. */
const listedChannels = 24

/** Maximum channels from which the channel at the top of the home is chosen. */
const heroChannels = 12

interface GeneratedWelcome {
  /** Number of pictures that link to channels. */
  images?: number
  /** Index of the first channel, so that each view begins with another channel. The list wraps around. */
  from?: number
  /** Number of channels with an example series. */
  series?: number
  /** Whether the view opens with a channel. */
  hero?: boolean
}

/** The examples that each introduction shows. */
const generatedWelcomes: Readonly<Record<WelcomeName, GeneratedWelcome>> = {
  home: { series: 3 },
  globe: { series: 3, hero: true },
  heart: { series: 2, from: 3 },
  tv: { images: 0 },
  // The profile view shows no examples.
  user: { images: 0 },
  directPublish: { series: 2, from: 6 },
  // Watch Later has no public examples.
  watchLater: { images: 0 },
}

type WelcomeCtx = Pick<Ctx, 'db' | 'reader' | 'language'> & { siteName: string }

export const readSiteName = async (siteSettings: Pick<LiveSettings, 'read'>) => (await siteSettings.read()).site.name ?? brand

/** Returns a view's introduction as the operator wrote it. Missing parts are default texts and other users' public channels. */
export async function readWelcome(name: WelcomeName, ctx: WelcomeCtx, content: WelcomeContent | null) {
  const { db, reader, language } = ctx
  const ownPage = await buildDefaultWelcome(name, ctx)
  return content ? { ...ownPage, ...(await renderWelcome(db, reader, content, language)) } : ownPage
}

async function buildDefaultWelcome(name: WelcomeName, { db, reader, language, siteName }: WelcomeCtx): Promise<WelcomePage> {
  const { images = welcomeImages, from = 0, series = 0, hero = false } = generatedWelcomes[name]
  const t = texts[language]
  const listed = await listDefaultPlaylists(undefined)(db, reader, listedChannels, undefined)
  const channels = listed.map(({ json }) => JSON.parse(json) as DefaultPlaylist)
  // Excludes the reader's own channels.
  const foreign = channels.filter(({ may_edit }) => !may_edit)
  const start = foreign.length && from % foreign.length
  const others = [...foreign.slice(start), ...foreign.slice(0, start)]
  return {
    title: t(`welcome.${name}.title`, { brand: siteName }),
    description: t(`welcome.${name}.description`),
    images: others
      .flatMap(({ id, name: title, icon: image }) => (image === null ? [] : { title, image, url: `/playlists?playlist=${id}` }))
      .slice(0, images),
    hero: hero ? await chooseHero(db, channels) : null,
    carousels: others
      .slice(0, series)
      .flatMap(({ id: playlist_id, name: playlist_name, series: found }) => found.map((item) => ({ ...item, playlist_id, playlist_name }))),
  }
}

/** Chooses a random channel among the first channels with a picture in their first series. */
async function chooseHero(db: Db, channels: readonly DefaultPlaylist[]): Promise<Hero | null> {
  const candidates = channels
    .flatMap(({ series, ...channel }) => {
      const video = series[0]?.videos.find(({ image }) => image)
      return video ? { channel, video } : []
    })
    .slice(0, heroChannels)
  const candidate = candidates[candidates.length && randomInt(candidates.length)]
  if (!candidate) return null
  const { channel, video } = candidate
  const { id: playlist_id, name, icon, nickname } = channel
  return { playlist_id, name, icon, nickname, video, file: (await findOwnFile(db, video.id))?.src ?? null }
}

export interface PagesTools {
  config: {
    /** The configured email address of the operator. Operators may set another address while the site runs. */
    contact: string | undefined
  }
  siteSettings: Pick<LiveSettings, 'read'>
  welcomeVersions: WelcomeVersions
}

export function pagesRoutes({ config, siteSettings, welcomeVersions }: PagesTools): Handlers<typeof pagesContract> {
  const welcome =
    (name: WelcomeName) =>
    async (_: unknown, { db, reader, language }: Ctx) => {
      const versions = (await welcomeVersions.read()).filter(({ page }) => page === name)
      const siteName = await readSiteName(siteSettings)
      return readWelcome(name, { db, reader, language, siteName }, findShownVersion(versions, Date.now())?.content ?? null)
    }
  return {
    contact: async () => ({ mail_address: (await siteSettings.read()).site.contact ?? config.contact ?? null }),
    home: welcome('home'),
    globe: welcome('globe'),
    heart: welcome('heart'),
    tv: welcome('tv'),
    user: welcome('user'),
    directPublish: welcome('directPublish'),
    watchLater: welcome('watchLater'),
  }
}
