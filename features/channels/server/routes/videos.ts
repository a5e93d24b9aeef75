import { commonErrors } from '#kit/contract/problems.ts'
import { type Select, createSelect } from '#kit/server/select.ts'
import type { Db } from '#kit/server/db/db.ts'
import { withFields } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { channelsErrors } from '../../contract.ts'
import { isLink } from '../../input-rules.ts'
import { videoEndpoints } from '../../contract/videos.ts'
import {
  resolveDestination,
  findEditableDestination,
  findEditablePlaylist,
  findEditableSeriesPlace,
  findEditableVideo,
  resolveSeriesField,
  assertShownVideo,
  readMovedSeries,
  readSeries,
  readVideo,
} from '../access.ts'
import { toSuggestedPlace, suggestLinks, suggestRemoval, suggestRename, suggestVideosMove } from '../acts/suggest-items.ts'
import { refuseSuggester } from '../acts/suggest.ts'
import { assertRange, draftLinks, type DraftTools, readLinkColumns, textColumns } from '../drafts.ts'
import { defaultLinkTitle } from '../names.ts'
import { createMover } from '../move-once.ts'
import { moveVideos } from '../move-content.ts'
import { withRepeatedResponse } from '../repeated-moves.ts'
import { addToFirstSeries } from '../series.ts'
import { texts } from '../texts.ts'
import { addVideos, assertRoomForVideos, changeVideo, removeVideo } from '../videos.ts'
import { updateVideo } from '../queries/videos.ts'

async function findVideoToMove(select: Select, { videoId, destId }: { videoId: string; destId: string }) {
  const video = await findEditableVideo(select, videoId, 'suggesters')
  const to =
    destId === video.series.id
      ? { ...video.series, onlySuggests: video.onlySuggests }
      : await findEditableSeriesPlace(select, destId, 'suggesters')
  return { video, to }
}

export const videoRoutes = (tools: DraftTools): Handlers<typeof videoEndpoints> => ({
  getVideo: defineReadHandler(videoEndpoints.getVideo, {
    findByPath: ({ params }, { select }) => assertShownVideo(select, params.id),
    handle: ({ params, query }, { db, select }) =>
      readVideo(select, params.id, { playlistId: query.playlist, signer: (link) => tools.media.signatures.linkSigner(db, link) }),
  }),

  updateVideo: defineFindHandler(videoEndpoints.updateVideo, {
    find: ({ params }, { select }) => findEditableVideo(select, params.id, 'suggesters'),
    async handle({ body }, ctx) {
      const { db, reader, select, disconnected, resource } = ctx
      if (resource.onlySuggests)
        return suggestRename(
          ctx,
          { type: 'video', id: resource.id, playlistId: resource.series.playlistId, name: resource.title },
          body,
          'title',
        )
      const { src, is_home, series_id, series_name: seriesName, ...fields } = body
      const isNew = src !== undefined && src !== resource.src
      // A path on this host is an uploaded file. Users can keep it, but can't set it.
      if (isNew && !isLink(src)) fail(channelsErrors.link_invalid, { field: 'src' })
      const to = series_id === undefined || series_id === resource.series.id ? undefined : await resolveSeriesField(select, series_id)
      const draftContext = { ...tools, reader, disconnected }
      const texts = await textColumns(db, draftContext, fields)
      const columns = isNew ? { ...(await readLinkColumns(db, draftContext, src, resource.range)), ...texts } : texts
      assertRange({ ...resource.range, ...columns }, fields)
      await changeVideo(db, resource, { columns, isHome: is_home ?? false, to, seriesName }, reader.user)
      return readVideo(select, resource.id)
    },
  }),

  async deleteVideo({ params }, ctx) {
    const video = await findEditableVideo(ctx.select, params.id, 'suggesters')
    if (video.onlySuggests) return suggestRemoval(ctx, video.series.playlistId, [video.id])
    await removeVideo(ctx.db, video, ctx.reader.user)
    return {}
  },

  async deleteVideoImage({ params }, { db, select }) {
    const { id, series } = await findEditableVideo(select, params.id)
    await updateVideo(db, id, series.id, { picture_id: null })
    return readVideo(select, id)
  },

  moveVideo: withRepeatedResponse(videoEndpoints.moveVideo, 'video', {
    findByPath: ({ params }, { select }) => findVideoToMove(select, params),
    find: ({ params }, { select }) => findVideoToMove(select, params),
    async handle({ params, body: { is_home: isHome, op_id: opId, ...spot } }, ctx) {
      const { id, series, onlySuggests } = ctx.resource.video
      if (onlySuggests || ctx.resource.to.onlySuggests) {
        const suggestsBoth = onlySuggests && ctx.resource.to.onlySuggests
        return suggestsBoth && !isHome ? suggestVideosMove(ctx, [id], toSuggestedPlace(ctx.resource.to), spot) : refuseSuggester()
      }
      // With an `op_id`, the video moves from its present series, even if a concurrent call has moved it there.
      if (series.id !== params.seriesId && opId === undefined) fail(commonErrors.not_found)
      const move = { to: ctx.resource.to, ...spot, homeVideoId: isHome ? id : undefined }
      let response: string | undefined
      const readResponse = async (db: Db) => (response = await readVideo(createSelect(db, ctx.reader), id))
      const found = { id, series_id: series.id, playlist_id: series.playlistId }
      const { result } = await moveVideos(ctx.db, { ...createMover(ctx, opId), readResponse }, [found], move)
      return withFields(response ?? (await readVideo(ctx.select, id)), result)
    },
  }),

  moveVideos: withRepeatedResponse(videoEndpoints.moveVideos, 'videos', {
    find: ({ target }, { select }) => findEditableDestination(select, target, undefined, 'suggesters'),
    async handle({ body }, ctx) {
      const { videos, home_video_id: homeVideoId, op_id: opId, indexes, index, before, after } = body
      const to = resolveDestination(ctx.resource, ctx.language)
      const hasPosition = [index, before, after].some((value) => value !== undefined)
      if (indexes && (indexes.length !== videos.length || hasPosition)) fail(channelsErrors.one_place_each, { field: 'indexes' })
      if (homeVideoId !== undefined && !videos.includes(homeVideoId)) fail(channelsErrors.not_in_series, { field: 'home_video_id' })
      if ((ctx.resource.series ?? ctx.resource.channel)?.onlySuggests)
        return indexes || homeVideoId !== undefined
          ? refuseSuggester()
          : suggestVideosMove(ctx, videos, toSuggestedPlace(to), { index, before, after })
      const result = await moveVideos(ctx.db, createMover(ctx, opId), videos, { to, indexes, index, before, after, homeVideoId })
      return readMovedSeries(ctx.db, ctx.reader, result.series.id, result)
    },
  }),

  addLinks: defineFindHandler(videoEndpoints.addLinks, {
    find: ({ params }, { select }) => findEditablePlaylist(select, params.id, 'suggesters'),
    async handle({ body }, ctx) {
      const { db, once, reader, disconnected, language, resource, timeZone } = ctx
      if (resource.onlySuggests)
        return suggestLinks(
          ctx,
          { playlistId: resource.id, name: texts[language]('server.videos') },
          body.map((src) => ({ src })),
        )
      const id = await once(async (writer) => {
        await assertRoomForVideos(db, resource.id, body.length)
        const drafts = await draftLinks(db, { ...tools, reader, disconnected, titleFor: defaultLinkTitle(resource, timeZone) }, body)
        return addToFirstSeries(writer, { playlistId: resource.id, name: texts[language]('server.videos'), drafts }, reader.user)
      })
      return readSeries(db, reader, id)
    },
  }),

  insertLinks: defineFindHandler(videoEndpoints.insertLinks, {
    async find({ params }, { select }) {
      const series = await findEditableSeriesPlace(select, params.series, 'suggesters')
      return series.playlistId === params.playlist ? series : fail(commonErrors.not_found)
    },
    async handle({ body, params: { index } }, ctx) {
      const { db, once, reader, disconnected, resource, timeZone } = ctx
      if (resource.onlySuggests)
        return suggestLinks(
          ctx,
          toSuggestedPlace(resource),
          body.map((src) => ({ src })),
          index,
        )
      await once(async (writer) => {
        await assertRoomForVideos(db, resource.playlistId, body.length)
        const drafts = await draftLinks(db, { ...tools, reader, disconnected, titleFor: defaultLinkTitle(resource, timeZone) }, body)
        await addVideos(writer, { ...resource, index }, drafts, reader.user)
      })
      return readSeries(db, reader, resource.id)
    },
  }),
})
