/** Translates calls of suggesters to suggestions, or refuses calls that can't be suggested. */
import { fail } from '#kit/server/http/fail.ts'
import type { Ctx } from '#kit/server/http/handlers.ts'
import type { User } from '#kit/server/reader.ts'
import { channelsErrors } from '../../contract.ts'
import type { InsertionPoint } from '../../insertion-point.ts'
import type { SuggestedPlace } from '../../suggestions.ts'
import type { SeriesPlace } from '../access.ts'
import type { SeriesChange } from '../move-content.ts'
import { listVideoIds } from '../queries/acts.ts'
import { findEditableSeries } from '../queries/series.ts'
import { findEditableVideos } from '../queries/videos.ts'
import { refuseSuggester, suggestChange } from './suggest.ts'

type SuggestContext = Pick<Ctx<User>, 'db' | 'reader' | 'language'>

export const toSuggestedPlace = (to: SuggestedPlace): SuggestedPlace =>
  'id' in to ? { id: to.id, playlistId: to.playlistId } : { playlistId: to.playlistId, name: to.name }

interface NamedItem {
  type: 'video' | 'serie' | 'playlist'
  id: string
  playlistId: string
  name: string
}
/** Suggests a new name. @throws 403 if the call changes more than the name */
export function suggestRename(
  ctx: SuggestContext,
  { type, id, playlistId, name: before }: NamedItem,
  body: object,
  field: string,
): Promise<never> {
  const changedFields = Object.entries(body).filter(([, value]) => value !== undefined)
  const name: unknown = changedFields[0]?.[1]
  if (changedFields.length !== 1 || changedFields[0]![0] !== field || typeof name !== 'string') return refuseSuggester()
  return suggestChange(ctx, playlistId, { kind: 'renamed', type, ids: [id], before, name })
}

/** @throws 403 if one of the things may not be changed by suggestion, 422 unless all exist */
async function assertSuggestible(editable: Promise<{ only_suggests: boolean }[]>, count: number, isVideo: boolean): Promise<void> {
  const items = await editable
  if (items.length < count)
    fail(isVideo ? channelsErrors.videos_unknown : channelsErrors.series_unknown, { field: isVideo ? 'videos' : 'series' })
  if (!items.every((item) => item.only_suggests)) refuseSuggester()
}

export async function suggestVideosMove(
  ctx: SuggestContext,
  ids: readonly string[],
  to: SuggestedPlace,
  spot: InsertionPoint,
): Promise<never> {
  await assertSuggestible(findEditableVideos(ctx.db, ctx.reader, ids), ids.length, true)
  return suggestChange(ctx, to.playlistId, { kind: 'moved', type: 'video', ids, to, spot })
}
export async function suggestSeriesMove(
  ctx: SuggestContext,
  ids: readonly string[],
  playlistId: string,
  spot: InsertionPoint,
): Promise<never> {
  await assertSuggestible(findEditableSeries(ctx.db, ctx.reader, ids), ids.length, false)
  return suggestChange(ctx, playlistId, { kind: 'moved', type: 'serie', ids, spot })
}

/** Suggests a new name or a move. @throws 403 if the call changes more than one of them */
export function suggestSeriesChange(ctx: SuggestContext, series: SeriesPlace & { name: string }, change: SeriesChange): Promise<never> {
  const { playlistId = series.playlistId, position: index, before, after, ...others } = change
  const isMove = playlistId !== series.playlistId || [index, before, after].some((value) => value !== undefined)
  if (!isMove) return suggestRename(ctx, { type: 'serie', ...series }, others, 'name')
  if (Object.values(others).some((value) => value !== undefined)) return refuseSuggester()
  return suggestSeriesMove(ctx, [series.id], playlistId, { index, before, after })
}

/** Suggests removing a series with its present videos. */
export const suggestSeriesRemoval = async (ctx: SuggestContext, { id, playlistId }: SeriesPlace): Promise<never> =>
  suggestChange(ctx, playlistId, { kind: 'removed', type: 'serie', ids: [id], videos: await listVideoIds(ctx.db, id) })
/** @param seriesId the series that must contain the videos */
export async function suggestRemoval(ctx: SuggestContext, playlistId: string, ids: readonly string[], seriesId?: string): Promise<never> {
  if (seriesId !== undefined) {
    const editableVideos = await findEditableVideos(ctx.db, ctx.reader, ids)
    if (editableVideos.filter((video) => video.series_id === seriesId).length < ids.length)
      fail(channelsErrors.not_in_series, { field: 'videos' })
  }
  return suggestChange(ctx, playlistId, { kind: 'removed', type: 'video', ids })
}

/** Suggests links. Their pages are fetched on approval. @throws 403 if a video has more than a link and a title */
export function suggestLinks(
  ctx: SuggestContext,
  to: SuggestedPlace,
  videos: readonly { src: string; title?: string | undefined; order?: number | undefined }[],
  index?: number,
): Promise<never> {
  const isPlain = videos.every((video) =>
    Object.entries(video).every(([field, value]) => value === undefined || ['src', 'title', 'order'].includes(field)),
  )
  if (!isPlain) return refuseSuggester()
  const links = videos.map(({ src, title }) => ({ src, title: title || null }))
  return suggestChange(ctx, to.playlistId, { kind: 'added', type: 'video', links, to, index: index ?? null })
}
