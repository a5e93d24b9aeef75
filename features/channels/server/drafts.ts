/** Data of a video before it is placed: from the form, completed by the page at its link. */
import { cleanName } from '#kit/contract/names.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import type { LinkMeta } from '#features/media/contract.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { endTimeInUrl } from '#features/media/rules.ts'
import type { Media } from '#features/media/server/media.ts'
import { channelsErrors } from '../contract.ts'
import type { NewVideo, VideoTexts } from '../contract/fields.ts'
import type { VideoRow } from './queries/videos.ts'

/** A video's columns, except its place. */
export type VideoDraft = Omit<VideoRow, 'id' | 'series_id' | 'position'>

/** Milliseconds to wait for pages. A link without a title needs its page; a form with a title doesn't. */
const deadlinesMs = { untitled: 14_000, titled: 3000 }

/** Services that fetch pages and pictures. */
export interface DraftTools {
  media: Media
  /** Schedules the fetch of pages that didn't respond in time: see `pending-videos.ts`. */
  schedulePendingFetch: () => Promise<void>
  /** Accepts a video file that a form has instead of an address. @throws 403 if the user may not upload, 422, 503 */
  uploadFile: (db: Db, file: NewVideoFile) => Promise<void>
}
/** A video file, and the place where its video will be. */
export interface NewVideoFile {
  user: User
  file: File
  seriesId: string
  index: number | undefined
  title: string | undefined
  /** The field of the form. */
  field: string
}
export interface DraftContext extends Pick<DraftTools, 'media' | 'schedulePendingFetch'> {
  /** The user who adds the videos. */
  reader: Reader<User>
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal
  /** Returns the title if the form has none. Absent: the page's title. */
  titleFor?: ((src: string) => string) | undefined
}
interface DraftRequest {
  sources: readonly string[]
  deadlineMs: number
  /** Returns the form field of a refused address. */
  fieldOf: (index: number) => string
}
/** Fetches metadata of the pages within the deadline. @throws 422 listing all addresses that are not public */
async function describeSources(
  db: Db,
  { media, schedulePendingFetch, reader }: DraftContext,
  { sources, deadlineMs, fieldOf }: DraftRequest,
): Promise<LinkMeta[]> {
  const described = await media.links.describeLinks(db, sources, { deadlineMs, by: reader.user.id, isPasted: true })
  const metas = described.filter((meta) => meta !== 'refused')
  if (metas.length === described.length) {
    if (metas.some(({ is_pending }) => is_pending)) await schedulePendingFetch()
    return metas
  }
  const refusedFields = described.flatMap((meta, index) => (meta === 'refused' ? [fieldOf(index)] : []))
  const problem = channelsErrors.link_invalid
  return fail(problem, { fields: Object.fromEntries(refusedFields.map((field) => [field, { problem }])) })
}

/** Returns the columns of playback, site and date. A pending page is fetched later on behalf of this user. */
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

/** Converts page metadata to a video. @param userId the user on whose behalf a pending page is fetched */
export const createDraft = (src: string, meta: LinkMeta, userId: string, title = meta.title): VideoDraft => ({
  src,
  title: cleanName(title),
  description: meta.description,
  picture_id: meta.image === null ? null : parsePictureAddress(meta.image)!.id,
  ...readEndTime(src, meta),
  ...playbackColumns(meta, userId),
})

/** Returns the end time in the address. The start time stays in the address, where each playback reads it. */
export function readEndTime(src: string, { start_at, duration }: Omit<Range, 'end_at'>): { end_at?: number } {
  const end = endTimeInUrl(src)
  return end > (start_at ?? 0) && end <= (duration ?? Infinity) ? { end_at: end } : {}
}

/** Creates drafts from a form's videos. The page at the link supplies missing fields. */
export async function draftVideos(db: Db, draftContext: DraftContext, videos: readonly NewVideo[]): Promise<VideoDraft[]> {
  const metas = await describeSources(db, draftContext, {
    sources: videos.map(({ src }) => src),
    deadlineMs: videos.every(({ title }) => title) ? deadlinesMs.titled : deadlinesMs.untitled,
    fieldOf: (index) => `videos.${index}.src`,
  })
  return Promise.all(
    videos.map(async (video, index) => {
      const place = `videos.${index}.`
      const draft = createDraft(video.src, metas[index]!, draftContext.reader.user.id, draftContext.titleFor?.(video.src))
      const isShortened = typeof video.start_at === 'number' || video.end_at !== undefined
      const columns = { ...draft, ...(isShortened && { end_at: null }), ...(await textColumns(db, draftContext, video, place)) }
      assertRange(columns, video, place)
      return columns
    }),
  )
}

/** Creates drafts from bare links. @param fieldOf names the field of a refused link; default: its index @throws 422 */
export async function draftLinks(
  db: Db,
  draftContext: DraftContext,
  links: readonly string[],
  fieldOf: (index: number) => string = String,
): Promise<VideoDraft[]> {
  const metas = await describeSources(db, draftContext, { sources: links, deadlineMs: deadlinesMs.untitled, fieldOf })
  return links.map((src, index) => createDraft(src, metas[index]!, draftContext.reader.user.id, draftContext.titleFor?.(src)))
}

/** Returns the columns that change with a video's address. */
export async function readLinkColumns(db: Db, draftContext: DraftContext, src: string, range: Range) {
  const [meta] = await describeSources(db, draftContext, { sources: [src], deadlineMs: deadlinesMs.titled, fieldOf: () => 'src' })
  return {
    src,
    ...playbackColumns(meta!, draftContext.reader.user.id),
    ...rangeWithin(range, meta!.duration),
    ...readEndTime(src, { ...range, duration: meta!.duration }),
    upload_id: null,
  }
}

/** Clears a start or end that is beyond the duration of a new source. */
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
 * Checks that a range has its start before its end, both within the known duration.
 * @param fields the form's fields, named in errors
 * @throws 422
 */
export function assertRange({ start_at, end_at, duration }: Range, fields: VideoTexts, place = ''): void {
  const refuse = (field: 'start_at' | 'end_at') => fail(channelsErrors.range_invalid, { field: place + field })
  if (typeof fields.start_at === 'number' && fields.start_at >= (duration ?? Infinity)) refuse('start_at')
  if (typeof fields.end_at === 'number' && fields.end_at > (duration ?? Infinity)) refuse('end_at')
  if ((end_at ?? Infinity) <= (start_at ?? 0)) refuse(typeof fields.end_at === 'number' ? 'end_at' : 'start_at')
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
/** Returns only the columns that the form has; stores its pictures. @param place prefix of field names: `videos.0.` */
export async function textColumns(
  db: Db,
  { media, reader, disconnected }: DraftContext,
  form: VideoTexts,
  place = '',
): Promise<Partial<TextColumns>> {
  const storePicture = async (name: 'image' | 'more_photo') => {
    const picture = emptyToNull(form[name])
    return picture ? media.pictures.pictureFrom(db, picture, { field: place + name, by: reader.user.id, signal: disconnected }) : picture
  }
  return withoutUndefined({
    // An empty title keeps the current one.
    title: form.title || undefined,
    description: form.description,
    adult: form.adult,
    start_at: emptyToNull(form.start_at),
    end_at: emptyToNull(form.end_at),
    go_to: emptyToNull(form.go_to),
    go_to_title: emptyToNull(form.go_to_title),
    more_title: emptyToNull(form.more_title),
    more_info_title: emptyToNull(form.more_info_title),
    more_description: emptyToNull(form.more_description),
    picture_id: await storePicture('image'),
    more_picture_id: await storePicture('more_photo'),
  })
}

const emptyToNull = <T>(value: T): Exclude<T, ''> | null => (value === '' ? null : (value as Exclude<T, ''>))

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
/** Omits undefined columns, because they would overwrite others. */
const withoutUndefined = <T extends object>(columns: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as DefinedFields<T>
