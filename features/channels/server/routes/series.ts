import { withFields } from '#kit/server/db/json-text.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers, defineReadHandler } from '#kit/server/http/handlers.ts'
import { channelsErrors } from '../../contract.ts'
import { seriesEndpoints } from '../../contract/series.ts'
import { findEditablePlaylist, findEditableSeriesPlace, assertShownSeries, readSeries, readSeriesDetails, readSeriesOf } from '../access.ts'
import {
  toSuggestedPlace,
  suggestLinks,
  suggestRemoval,
  suggestSeriesChange,
  suggestSeriesMove,
  suggestSeriesRemoval,
} from '../acts/suggest-items.ts'
import { refuseSuggester, suggestChange } from '../acts/suggest.ts'
import { draftVideos, type DraftTools } from '../drafts.ts'
import { defaultLinkTitle } from '../names.ts'
import { createMover } from '../move-once.ts'
import { changeSeries, moveSeries } from '../move-content.ts'
import { withRepeatedResponse } from '../repeated-moves.ts'
import { createSeries, removeSeries, removeVideos } from '../series.ts'
import { addVideos, assertRoomForVideos } from '../videos.ts'

export const seriesRoutes = (tools: DraftTools): Handlers<typeof seriesEndpoints> => ({
  getSeries: defineReadHandler(seriesEndpoints.getSeries, {
    findByPath: ({ params }, { select }) => assertShownSeries(select, params.id),
    handle: ({ params, query }, { select }) => readSeriesDetails(select, params.id, query.playlist),
  }),

  createSeries: defineFindHandler(seriesEndpoints.createSeries, {
    find: ({ target }, { select }) => findEditablePlaylist(select, target.playlist_id, 'suggesters'),
    async handle({ body: { playlist_id: playlistId, name, description = '', type = null, videos = [] } }, ctx) {
      const { db, once, reader, resource } = ctx
      if (resource.onlySuggests)
        return videos.length || type
          ? refuseSuggester()
          : suggestChange(ctx, playlistId, { kind: 'added', type: 'serie', name, description })
      /** Creates drafts of the videos. Without videos, skips the check of the limit and the fetch of pages. */
      async function draft() {
        if (!videos.length) return []
        await assertRoomForVideos(db, playlistId, videos.length)
        return draftVideos(
          db,
          { ...tools, reader, disconnected: ctx.disconnected, titleFor: defaultLinkTitle(resource, ctx.timeZone) },
          videos,
        )
      }
      const { id, index } = await once(async (writer) =>
        createSeries(writer, { playlistId, name, description, type }, await draft(), reader.user),
      )
      if (videos.length) return readSeries(db, reader, id)
      return {
        id,
        playlist_id: playlistId,
        name,
        description,
        is_cut: false,
        type,
        position: index,
        owner: resource.ownerId,
        source: null,
        shared: null,
        videos: [],
      }
    },
  }),

  updateSeries: withRepeatedResponse(seriesEndpoints.updateSeries, 'change', {
    findByPath: ({ params }, { select }) => findEditableSeriesPlace(select, params.id, 'suggesters'),
    async find({ params, target: { playlist_id: playlistId } }, { select }) {
      const series = await findEditableSeriesPlace(select, params.id, 'suggesters')
      const to = playlistId === undefined ? series : await findEditablePlaylist(select, playlistId, 'suggesters')
      if (to.onlySuggests !== series.onlySuggests) refuseSuggester()
      return series
    },
    async handle({ body: { serie_id: again, playlist_id: playlistId, op_id: opId, ...change } }, ctx) {
      const { db, reader, resource } = ctx
      if (again !== undefined && again !== resource.id) fail(channelsErrors.other_series, { field: 'serie_id' })
      if (resource.onlySuggests) return suggestSeriesChange(ctx, resource, { ...change, playlistId })
      const { result } = await changeSeries(db, createMover(ctx, opId), resource, { ...change, playlistId })
      const json = await readSeries(db, reader, resource.id)
      return result ? withFields(json, result) : json
    },
  }),

  moveSeries: withRepeatedResponse(seriesEndpoints.moveSeries, 'series', {
    find: ({ target }, { select }) => findEditablePlaylist(select, target.playlist_id, 'suggesters'),
    async handle({ body }, ctx) {
      const { series: ids, index, before, after, indexes, header_id: headerId, op_id: opId } = body
      const hasPosition = [index, before, after].some((value) => value !== undefined)
      if (indexes && (indexes.length !== ids.length || hasPosition)) fail(channelsErrors.one_place_each, { field: 'indexes' })
      if (headerId !== undefined && !ids.includes(headerId)) fail(channelsErrors.series_unknown, { field: 'header_id' })
      if (ctx.resource.onlySuggests)
        return indexes || headerId !== undefined
          ? refuseSuggester()
          : suggestSeriesMove(ctx, ids, ctx.resource.id, { index, before, after })
      const move = { playlistId: ctx.resource.id, index, before, after, indexes, headerId }
      return readSeriesOf(ctx.db, ctx.reader, ids, await moveSeries(ctx.db, createMover(ctx, opId), ids, move))
    },
  }),

  deleteSeries: defineFindHandler(seriesEndpoints.deleteSeries, {
    find: ({ params }, { select }) => findEditableSeriesPlace(select, params.id, 'suggesters'),
    async handle({ query }, ctx) {
      const { db, resource, reader } = ctx
      if (resource.onlySuggests) return query.only_empty ? refuseSuggester() : suggestSeriesRemoval(ctx, resource)
      await removeSeries(db, resource, query.only_empty ?? false, reader.user)
      return {}
    },
  }),

  addVideos: defineFindHandler(seriesEndpoints.addVideos, {
    find: ({ params }, { select }) => findEditableSeriesPlace(select, params.id, 'suggesters'),
    async handle({ body: { videos } }, ctx) {
      const { db, once, reader, disconnected, resource, timeZone } = ctx
      const linked = videos.flatMap(({ src, ...video }) => (typeof src === 'string' ? { ...video, src } : []))
      if (resource.onlySuggests)
        return linked.length < videos.length ? refuseSuggester() : suggestLinks(ctx, toSuggestedPlace(resource), linked, linked[0]?.order)
      for (const [nth, { src: file, order: index, title }] of videos.entries())
        if (typeof file !== 'string')
          await tools.uploadFile(db, { user: reader.user, file, seriesId: resource.id, index, title, field: `videos.${nth}.src` })
      if (linked.length)
        await once(async (writer) => {
          await assertRoomForVideos(db, resource.playlistId, linked.length)
          const drafts = await draftVideos(db, { ...tools, reader, disconnected, titleFor: defaultLinkTitle(resource, timeZone) }, linked)
          await addVideos(writer, { ...resource, index: linked[0]?.order }, drafts, reader.user)
        })
      return readSeries(db, reader, resource.id)
    },
  }),

  removeVideos: defineFindHandler(seriesEndpoints.removeVideos, {
    find: ({ params }, { select }) => findEditableSeriesPlace(select, params.id, 'suggesters'),
    async handle({ body }, ctx) {
      const { db, reader, resource } = ctx
      if (resource.onlySuggests) return suggestRemoval(ctx, resource.playlistId, body.videos, resource.id)
      await removeVideos(db, resource, body.videos, reader.user)
      return readSeries(db, reader, resource.id)
    },
  }),
})
