import type { Db } from '#kit/server/db.ts'
import { fail } from '#kit/server/fail.ts'
import { newId } from '#kit/server/ids.ts'
import type { LinkMeta } from '#features/media/contract.ts'
import { pictureFacts } from '#features/media/rules.ts'
import type { Media } from '#features/media/server/media.ts'
import { curationErrors } from '../contract.ts'
import type { NewVideo, VideoTexts } from '../fields.ts'
import { limits } from '../rules.ts'
import type { SeriesPlace } from './access.ts'
import { findPlaces, videosOf } from './queries/places.ts'
import { countVideos, insertVideos, type VideoRow } from './queries/videos.ts'

/** Everything of a video but where it goes. */
export type VideoDraft = Omit<VideoRow, 'id' | 'series_id' | 'position'>

/** Waits for what the pages at the links say: each comes or fails within this time, in milliseconds. */
const patience = 15_000

/** What a link's page tells about how the video plays. */
const playbackColumns = ({ site, kind, embed_url, content_type, duration, published_at }: LinkMeta) => ({
  site,
  kind,
  embed_url,
  content_type,
  duration,
  ...(published_at && { published_at }),
})

/** What the pages at these addresses say. @throws 422 that names each address which is not a public one by `fieldOf` its index */
export async function describeSources(
  db: Db,
  { links }: Media,
  sources: readonly string[],
  fieldOf: (index: number) => string,
): Promise<LinkMeta[]> {
  const described = await links.describeLinks(db, sources, patience)
  const refused = described.flatMap((meta, index) =>
    meta === 'refused' ? [[fieldOf(index), { problem: curationErrors.link_invalid }] as const] : [],
  )
  if (refused.length) fail(curationErrors.link_invalid, { fields: Object.fromEntries(refused) })
  return described as LinkMeta[]
}

/** The columns that a form gives; what it leaves out is left out. Pictures are stored. @param field where they stand in the form */
export async function textColumns(db: Db, { pictures }: Media, given: VideoTexts, field = '') {
  const pictureOf = async (name: 'image' | 'more_photo') => {
    const picture = given[name]
    return picture === undefined ? undefined : picture === '' ? null : pictures.pictureFrom(db, picture, { field: `${field}${name}` })
  }
  const columns = {
    title: given.title || undefined,
    description: given.description,
    adult: given.adult,
    go_to: orNull(given.go_to),
    go_to_title: orNull(given.go_to_title),
    more_title: orNull(given.more_title),
    more_info_title: orNull(given.more_info_title),
    more_description: orNull(given.more_description),
    picture_id: await pictureOf('image'),
    more_picture_id: await pictureOf('more_photo'),
  }
  type Columns = { [K in keyof typeof columns]?: Exclude<(typeof columns)[K], undefined> }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Columns
}
const orNull = (text: string | undefined) => (text === '' ? null : text)

/** Videos ready to be added: what the form leaves out comes from the page at the link. */
export async function draftVideos(db: Db, media: Media, given: readonly NewVideo[]): Promise<VideoDraft[]> {
  const metas = await describeSources(
    db,
    media,
    given.map(({ src }) => src),
    (index) => `videos.${index}.src`,
  )
  return Promise.all(
    given.map(async (video, index) => ({
      ...draftOf(video.src, metas[index]!),
      ...(await textColumns(db, media, video, `videos.${index}.`)),
    })),
  )
}

/** Bare links ready to be added. @throws 422 keyed by their indexes */
export async function draftLinks(db: Db, media: Media, links: readonly string[]): Promise<VideoDraft[]> {
  const metas = await describeSources(db, media, links, String)
  return links.map((src, index) => draftOf(src, metas[index]!))
}

const draftOf = (src: string, meta: LinkMeta): VideoDraft => ({
  src,
  title: meta.title,
  description: meta.description,
  picture_id: meta.image === null ? null : pictureFacts(meta.image)!.id,
  ...playbackColumns(meta),
})

/** What changes with the address of a video. */
export async function sourceColumns(db: Db, media: Media, src: string) {
  const [meta] = await describeSources(db, media, [src], () => 'src')
  return { src, ...playbackColumns(meta!) }
}

/**
 * Adds videos side by side, at a place or at the end. The channel is locked by the caller.
 * @throws 422 when it would have too many
 */
export async function placeVideos(
  db: Db,
  { series, index }: { series: SeriesPlace; index?: number | undefined },
  drafts: readonly VideoDraft[],
): Promise<void> {
  if (!drafts.length) return
  await demandRoom(db, series.playlistId, drafts.length)
  const places = await findPlaces(db, videosOf(series.id), { index, count: drafts.length })
  await insertVideos(
    db,
    drafts.map((draft, at) => ({ ...draft, id: newId(), series_id: series.id, position: places[at]! })),
  )
}

/** @throws 422 when a channel has no room for `count` more videos */
export async function demandRoom(db: Db, playlistId: string, count: number): Promise<void> {
  if ((await countVideos(db, playlistId)) + count > limits.videos)
    fail(curationErrors.video_limit, { field: 'videos', values: { count: limits.videos } })
}
