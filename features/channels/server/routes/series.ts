import { fail } from '#kit/server/http/fail.ts'
import { finding, type Handlers, reading } from '#kit/server/http/handlers.ts'
import { channelsErrors } from '../../contract.ts'
import { seriesEndpoints } from '../../contract/series.ts'
import { editablePlaylist, editableSeries, shownSeries, readSeries, readSeriesDetails, readSeriesOf, withFields } from '../access.ts'
import {
  placeOf,
  suggestLinks,
  suggestRemoval,
  suggestSeriesChange,
  suggestSeriesMove,
  suggestSeriesRemoval,
} from '../acts/suggest-items.ts'
import { refuseSuggester, suggest } from '../acts/suggest.ts'
import { draftVideos, type DraftTools } from '../drafts.ts'
import { defaultLinkTitle } from '../names.ts'
import { moverOf } from '../conclude-move.ts'
import { changeSeries, moveSeries } from '../place.ts'
import { answeringRepeated } from '../repeated-moves.ts'
import { createSeries, removeSeries, removeVideos } from '../series.ts'
import { addVideos, assertRoomForVideos } from '../videos.ts'

export const seriesRoutes = (tools: DraftTools): Handlers<typeof seriesEndpoints> => ({
  getSeries: reading(seriesEndpoints.getSeries, {
    findByPath: ({ params }, { select }) => shownSeries(select, params.id),
    handle: ({ params, query }, { select }) => readSeriesDetails(select, params.id, query.playlist),
  }),

  createSeries: finding(seriesEndpoints.createSeries, {
    find: ({ target }, { select }) => editablePlaylist(select, target.playlist_id, 'suggesters'),
    async handle({ body: { playlist_id: playlistId, name, description = '', type = null, videos = [] } }, ctx) {
      const { db, once, reader, found } = ctx
      if (found.onlySuggests)
        return videos.length || type ? refuseSuggester() : suggest(ctx, playlistId, { kind: 'added', type: 'serie', name, description })
      /** An empty series skips checks that only apply to links. */
      async function draft() {
        if (!videos.length) return []
        await assertRoomForVideos(db, playlistId, videos.length)
        return draftVideos(db, { ...tools, reader, gone: ctx.gone, titleFor: defaultLinkTitle(found, ctx.timeZone) }, videos)
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
        owner: found.ownerId,
        source: null,
        shared: null,
        videos: [],
      }
    },
  }),

  updateSeries: answeringRepeated(seriesEndpoints.updateSeries, 'change', {
    findByPath: ({ params }, { select }) => editableSeries(select, params.id, 'suggesters'),
    async find({ params, target: { playlist_id: playlistId } }, { select }) {
      const series = await editableSeries(select, params.id, 'suggesters')
      const to = playlistId === undefined ? series : await editablePlaylist(select, playlistId, 'suggesters')
      if (to.onlySuggests !== series.onlySuggests) refuseSuggester()
      return series
    },
    async handle({ body: { serie_id: again, playlist_id: playlistId, op_id: opId, ...change } }, ctx) {
      const { db, reader, found } = ctx
      if (again !== undefined && again !== found.id) fail(channelsErrors.other_series, { field: 'serie_id' })
      if (found.onlySuggests) return suggestSeriesChange(ctx, found, { ...change, playlistId })
      const { result } = await changeSeries(db, moverOf(ctx, opId), found, { ...change, playlistId })
      const json = await readSeries(db, reader, found.id)
      return result ? withFields(json, result) : json
    },
  }),

  moveSeries: answeringRepeated(seriesEndpoints.moveSeries, 'series', {
    find: ({ target }, { select }) => editablePlaylist(select, target.playlist_id, 'suggesters'),
    async handle({ body }, ctx) {
      const { series: ids, index, before, after, indexes, header_id: headerId, op_id: opId } = body
      const isSpot = [index, before, after].some((value) => value !== undefined)
      if (indexes && (indexes.length !== ids.length || isSpot)) fail(channelsErrors.one_place_each, { field: 'indexes' })
      if (headerId !== undefined && !ids.includes(headerId)) fail(channelsErrors.series_unknown, { field: 'header_id' })
      if (ctx.found.onlySuggests)
        return indexes || headerId !== undefined ? refuseSuggester() : suggestSeriesMove(ctx, ids, ctx.found.id, { index, before, after })
      const move = { playlistId: ctx.found.id, index, before, after, indexes, headerId }
      return readSeriesOf(ctx.db, ctx.reader, ids, await moveSeries(ctx.db, moverOf(ctx, opId), ids, move))
    },
  }),

  deleteSeries: finding(seriesEndpoints.deleteSeries, {
    find: ({ params }, { select }) => editableSeries(select, params.id, 'suggesters'),
    async handle({ query }, ctx) {
      const { db, found, reader } = ctx
      if (found.onlySuggests) return query.only_empty ? refuseSuggester() : suggestSeriesRemoval(ctx, found)
      await removeSeries(db, found, query.only_empty ?? false, reader.user)
      return {}
    },
  }),

  addVideos: finding(seriesEndpoints.addVideos, {
    find: ({ params }, { select }) => editableSeries(select, params.id, 'suggesters'),
    async handle({ body: { videos } }, ctx) {
      const { db, once, reader, gone, found, timeZone } = ctx
      const linked = videos.flatMap(({ src, ...video }) => (typeof src === 'string' ? { ...video, src } : []))
      if (found.onlySuggests)
        return linked.length < videos.length ? refuseSuggester() : suggestLinks(ctx, placeOf(found), linked, linked[0]?.order)
      for (const [at, { src: file, order: index, title }] of videos.entries())
        if (typeof file !== 'string')
          await tools.uploadFile(db, { user: reader.user, file, seriesId: found.id, index, title, field: `videos.${at}.src` })
      if (linked.length)
        await once(async (writer) => {
          await assertRoomForVideos(db, found.playlistId, linked.length)
          const drafts = await draftVideos(db, { ...tools, reader, gone, titleFor: defaultLinkTitle(found, timeZone) }, linked)
          await addVideos(writer, { ...found, index: linked[0]?.order }, drafts, reader.user)
        })
      return readSeries(db, reader, found.id)
    },
  }),

  removeVideos: finding(seriesEndpoints.removeVideos, {
    find: ({ params }, { select }) => editableSeries(select, params.id, 'suggesters'),
    async handle({ body }, ctx) {
      const { db, reader, found } = ctx
      if (found.onlySuggests) return suggestRemoval(ctx, found.playlistId, body.videos, found.id)
      await removeVideos(db, found, body.videos, reader.user)
      return readSeries(db, reader, found.id)
    },
  }),
})
