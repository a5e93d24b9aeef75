import { common } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/fail.ts'
import { finding, type Handlers, reading } from '#kit/server/http/mount.ts'
import { curationErrors } from '../../contract.ts'
import { isLink } from '../../rules.ts'
import { videoEndpoints } from '../../videos.ts'
import { editablePlaylist, editableSeries, editableVideo, namedSeries, readSeries, readVideo } from '../access.ts'
import { draftLinks, type DraftTools, sourceColumns, textColumns } from '../drafts.ts'
import { inSeries } from '../locked.ts'
import { titleForLinks } from '../names.ts'
import { demandRoom, placeVideos } from '../place-videos.ts'
import { addToFirstSeries } from '../series.ts'
import { texts } from '../texts.ts'
import { changeVideo, moveVideo, removeVideo } from '../videos.ts'
import { updateVideo } from '../queries/videos.ts'

export const videoRoutes = (tools: DraftTools): Handlers<typeof videoEndpoints> => ({
  getVideo: reading(videoEndpoints.getVideo, {
    handle: ({ params, query }, { db, ask }) =>
      readVideo(ask, params.id, { playlistId: query.playlist, signer: () => tools.media.signatures.signer(db, 'view') }),
  }),

  updateVideo: finding(videoEndpoints.updateVideo, {
    find: ({ params }, { db, viewer }) => editableVideo(db, viewer, params.id),
    async handle({ body }, { db, viewer, ask, gone, found }) {
      const { src, is_home, series_id, series_name: seriesName, ...given } = body
      const isNew = src !== undefined && src !== found.src
      // A path on our own host is a file of ours: nobody can point a video at one, only leave it there.
      if (isNew && !isLink(src)) fail(curationErrors.link_invalid, { field: 'src' })
      const to = series_id === undefined || series_id === found.series.id ? undefined : await namedSeries(db, viewer, series_id)
      const columns = {
        ...(await textColumns(db, { ...tools, viewer, gone }, given)),
        ...(isNew && (await sourceColumns(db, { ...tools, viewer, gone }, src))),
      }
      await changeVideo(db, found, { columns, isHome: is_home ?? false, to, seriesName })
      return readVideo(ask, found.id)
    },
  }),

  async deleteVideo({ params }, { db, viewer }) {
    await removeVideo(db, await editableVideo(db, viewer, params.id))
    return {}
  },

  async deleteVideoImage({ params }, { db, viewer, ask }) {
    const { id, series } = await editableVideo(db, viewer, params.id)
    await updateVideo(db, id, series.id, { picture_id: null })
    return readVideo(ask, id)
  },

  moveVideo: finding(videoEndpoints.moveVideo, {
    async find({ params }, { db, viewer }) {
      const video = await editableVideo(db, viewer, params.videoId)
      if (video.series.id !== params.seriesId) fail(common.not_found)
      return { video, to: await editableSeries(db, viewer, params.destId) }
    },
    async handle({ body: { index } }, { db, ask, found: { video, to } }) {
      await moveVideo(db, video, { ...to, index })
      return readVideo(ask, video.id)
    },
  }),

  addLinks: finding(videoEndpoints.addLinks, {
    find: ({ params }, { db, viewer }) => editablePlaylist(db, viewer, params.id),
    async handle({ body }, { db, once, viewer, gone, language, found, timeZone }) {
      const id = await once(async (writer) => {
        await demandRoom(db, found.id, body.length)
        const drafts = await draftLinks(db, { ...tools, viewer, gone, titleFor: titleForLinks(found, timeZone) }, body)
        return addToFirstSeries(writer, found.id, drafts, texts[language]('server.videos'))
      })
      return readSeries(db, viewer, id)
    },
  }),

  insertLinks: finding(videoEndpoints.insertLinks, {
    async find({ params }, { db, viewer }) {
      const series = await editableSeries(db, viewer, params.series)
      return series.playlistId === params.playlist ? series : fail(common.not_found)
    },
    async handle({ body, params: { index } }, { db, once, viewer, gone, found, timeZone }) {
      await once(async (writer) => {
        await demandRoom(db, found.playlistId, body.length)
        const drafts = await draftLinks(db, { ...tools, viewer, gone, titleFor: titleForLinks(found, timeZone) }, body)
        await inSeries(writer, [found], (db) => placeVideos(db, { series: found, index }, drafts))
      })
      return readSeries(db, viewer, found.id)
    },
  }),
})
