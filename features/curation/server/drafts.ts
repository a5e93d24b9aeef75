/** What is known of a video before it is placed: what a form gives, completed by what the page at its link says. */
import { cleanName } from '#kit/contract/names.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { LinkMeta } from '#features/media/contract.ts'
import { pictureFacts } from '#features/media/picture-addresses.ts'
import { endOf } from '#features/media/rules.ts'
import type { Media } from '#features/media/server/media.ts'
import { curationErrors } from '../contract.ts'
import type { NewVideo, VideoTexts } from '../fields.ts'
import type { VideoRow } from './queries/videos.ts'

/** Everything of a video but where it goes. */
export type VideoDraft = Omit<VideoRow, 'id' | 'series_id' | 'position'>

/** How long the pages at links are waited for, in milliseconds: a bare link is nothing without, a form with a title has what it needs. */
const deadlinesMs = { untitled: 14_000, titled: 3000 }

/** With what pages and pictures are fetched. */
export interface DraftTools {
  media: Media
  /** Called when a page was not looked at yet: see `pending-videos.ts`. */
  lookLater: () => Promise<void>
  /** Takes a video file that a form brings in place of an address. @throws 403 for who may not upload, 422 and 503 */
  uploadFile: (db: Db, file: NewFile) => Promise<void>
}
/** A video file, and where its video will stand. */
export interface NewFile {
  user: User
  file: File
  seriesId: string
  index: number | undefined
  title: string | undefined
  /** The field of the form. */
  field: string
}
export interface Asking extends Pick<DraftTools, 'media' | 'lookLater'> {
  /** Who asks for it. */
  reader: Reader<User>
  /** Aborts when they have gone. */
  gone: AbortSignal
  /** What a video is called whose form gives no title; left out: as its page says. */
  titleFor?: ((src: string) => string) | undefined
}
interface Asked {
  sources: readonly string[]
  deadlineMs: number
  /** The field that a refused address is named by. */
  fieldOf: (index: number) => string
}
/** What the pages at these addresses say, each within the deadline. @throws 422 naming every address that is not a public one */
async function describeSources(db: Db, { media, lookLater, reader }: Asking, { sources, deadlineMs, fieldOf }: Asked): Promise<LinkMeta[]> {
  const described = await media.links.describeLinks(db, sources, { deadlineMs, by: reader.user.id, isPasted: true })
  const metas = described.filter((meta) => meta !== 'refused')
  if (metas.length === described.length) {
    if (metas.some(({ is_pending }) => is_pending)) await lookLater()
    return metas
  }
  const refused = described.flatMap((meta, index) => (meta === 'refused' ? [fieldOf(index)] : []))
  const problem = curationErrors.link_invalid
  return fail(problem, { fields: Object.fromEntries(refused.map((field) => [field, { problem }])) })
}

/** How the video plays, when it is from and whose it is; or that this is still to be found out, for a user. */
const playbackColumns = (
  { site, kind, embed_url, content_type, duration, is_live, published_at, is_pending }: LinkMeta,
  userId: string,
) => ({
  site,
  kind,
  embed_url,
  content_type,
  duration,
  is_live,
  ...(published_at && { published_at }),
  pending_user_id: is_pending ? userId : null,
  pending_since: is_pending ? new Date() : null,
})

/** What a page tells, as a video. @param userId for whom it is looked at, if it still has to be */
export const draftOf = (src: string, meta: LinkMeta, userId: string, title = meta.title): VideoDraft => ({
  src,
  title: cleanName(title),
  description: meta.description,
  picture_id: meta.image === null ? null : pictureFacts(meta.image)!.id,
  ...endOfAddress(src, meta),
  ...playbackColumns(meta, userId),
})

/** Where the address asks to stop. Its start is read from it whenever it plays. */
export function endOfAddress(src: string, { start_at, duration }: Omit<Range, 'end_at'>): { end_at?: number } {
  const end = endOf(src)
  return end > (start_at ?? 0) && end <= (duration ?? Infinity) ? { end_at: end } : {}
}

/** Videos of a form. What it leaves out comes from the page at the link. */
export async function draftVideos(db: Db, asking: Asking, videos: readonly NewVideo[]): Promise<VideoDraft[]> {
  const metas = await describeSources(db, asking, {
    sources: videos.map(({ src }) => src),
    deadlineMs: videos.every(({ title }) => title) ? deadlinesMs.titled : deadlinesMs.untitled,
    fieldOf: (index) => `videos.${index}.src`,
  })
  return Promise.all(
    videos.map(async (video, index) => {
      const place = `videos.${index}.`
      const draft = draftOf(video.src, metas[index]!, asking.reader.user.id, asking.titleFor?.(video.src))
      const isCut = typeof video.start_at === 'number' || video.end_at !== undefined
      const columns = { ...draft, ...(isCut && { end_at: null }), ...(await textColumns(db, asking, video, place)) }
      assertRange(columns, video, place)
      return columns
    }),
  )
}

/** Bare links. @param fieldOf what a refused one is named by: its index. @throws 422 */
export async function draftLinks(
  db: Db,
  asking: Asking,
  links: readonly string[],
  fieldOf: (index: number) => string = String,
): Promise<VideoDraft[]> {
  const metas = await describeSources(db, asking, { sources: links, deadlineMs: deadlinesMs.untitled, fieldOf })
  return links.map((src, index) => draftOf(src, metas[index]!, asking.reader.user.id, asking.titleFor?.(src)))
}

/** What changes with the address of a video. */
export async function sourceColumns(db: Db, asking: Asking, src: string, range: Range) {
  const [meta] = await describeSources(db, asking, { sources: [src], deadlineMs: deadlinesMs.titled, fieldOf: () => 'src' })
  return {
    src,
    ...playbackColumns(meta!, asking.reader.user.id),
    ...rangeWithin(range, meta!.duration),
    ...endOfAddress(src, { ...range, duration: meta!.duration }),
    upload_id: null,
  }
}

/** What of a range that was chosen for another source is left in one of this length: what lies beyond it is taken away. */
const rangeWithin = ({ start_at = null, end_at = null }: Range, duration: number | null) => ({
  start_at: (start_at ?? 0) < (duration ?? Infinity) ? start_at : null,
  end_at: (end_at ?? 0) <= (duration ?? Infinity) ? end_at : null,
})

interface Range {
  start_at?: number | null | undefined
  end_at?: number | null | undefined
  /** Seconds; null when unknown. */
  duration?: number | null | undefined
}
/**
 * The part of a source that plays has a beginning and an end, in this order, and lies within the source as far as its length is known.
 * @param given what the form says of it: these fields are named. @throws 422
 */
export function assertRange({ start_at, end_at, duration }: Range, given: VideoTexts, place = ''): void {
  const refuse = (field: 'start_at' | 'end_at') => fail(curationErrors.range_invalid, { field: place + field })
  if (typeof given.start_at === 'number' && given.start_at >= (duration ?? Infinity)) refuse('start_at')
  if (typeof given.end_at === 'number' && given.end_at > (duration ?? Infinity)) refuse('end_at')
  if ((end_at ?? Infinity) <= (start_at ?? 0)) refuse(typeof given.end_at === 'number' ? 'end_at' : 'start_at')
}

type TextColumns = Pick<
  VideoRow,
  | 'title'
  | 'description'
  | 'adult'
  | 'start_at'
  | 'end_at'
  | 'picture_id'
  | 'go_to'
  | 'go_to_title'
  | 'more_title'
  | 'more_info_title'
  | 'more_description'
  | 'more_picture_id'
>
/** The columns that a form gives, and no others. Pictures are stored. @param place where in the form it stands: `videos.0.` */
export async function textColumns(db: Db, { media, reader, gone }: Asking, form: VideoTexts, place = ''): Promise<Partial<TextColumns>> {
  const stored = async (name: 'image' | 'more_photo') => {
    const picture = orNull(form[name])
    return picture ? media.pictures.pictureFrom(db, picture, { field: place + name, by: reader.user.id, signal: gone }) : picture
  }
  return given({
    // A video is always called something.
    title: form.title || undefined,
    description: form.description,
    adult: form.adult,
    start_at: orNull(form.start_at),
    end_at: orNull(form.end_at),
    go_to: orNull(form.go_to),
    go_to_title: orNull(form.go_to_title),
    more_title: orNull(form.more_title),
    more_info_title: orNull(form.more_info_title),
    more_description: orNull(form.more_description),
    picture_id: await stored('image'),
    more_picture_id: await stored('more_photo'),
  })
}

const orNull = <T>(value: T): Exclude<T, ''> | null => (value === '' ? null : (value as Exclude<T, ''>))

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
/** Only what was given: an undefined column would still be written. */
const given = <T extends object>(columns: T): Given<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<T>
