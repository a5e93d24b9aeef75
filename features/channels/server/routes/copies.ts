import type { Limits } from '#kit/server/http/limits.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { copyEndpoints } from '../../contract/copies.ts'
import { status } from '../../rules.ts'
import {
  assertCopyable,
  resolveDestination,
  findEditableDestination,
  findEditablePlaylist,
  assertReadablePlaylist,
  assertReadableSeries,
  assertReadableVideo,
  readPlaylist,
  readSeries,
  readVideo,
} from '../access.ts'
import { type CopyResult, copyGroup, copyPlaylist, copySeries, copyVideo } from '../copies.ts'
import type { DraftTools } from '../drafts.ts'
import { findEditableGroup, readGroup } from '../groups.ts'
import { defaultCopyName } from '../names.ts'

/** Services for limits and for pending pages. */
export interface CopyTools extends Pick<DraftTools, 'schedulePendingFetch'> {
  limits: Pick<Limits, 'count' | 'take'>
}

export const copyRoutes = ({ limits, schedulePendingFetch }: CopyTools): Handlers<typeof copyEndpoints> => {
  async function scheduleIfPending(copying: Promise<CopyResult>): Promise<CopyResult> {
    const copied = await copying
    if (copied.isPending) await schedulePendingFetch()
    return copied
  }
  return {
    copyPlaylist: defineFindHandler(copyEndpoints.copyPlaylist, {
      find: ({ target }, { select }) => assertReadablePlaylist(select, target.playlist_id),
      async handle(
        { body: { playlist_id: sourceId, order, is_left: isLeft = false, status_id } },
        { once, reader, select, language, timeZone },
      ) {
        const statusId = status_id === status.public ? status.public : status.private
        const copy = { sourceId, name: defaultCopyName(language, timeZone), statusId, isLeft, order }
        const { id } = await scheduleIfPending(once((writer) => copyPlaylist({ writer, reader, limits }, copy)))
        return readPlaylist(select, id, language)
      },
    }),

    copyGroup: defineFindHandler(copyEndpoints.copyGroup, {
      find: ({ params }, { select }) => findEditableGroup(select, params.id),
      async handle({ body: { position } }, { db, once, reader, resource }) {
        const { id } = await scheduleIfPending(once((writer) => copyGroup({ writer, reader, limits }, resource, position)))
        return readGroup(db, reader, id)
      },
    }),

    copySeries: defineFindHandler(copyEndpoints.copySeries, {
      async find({ target }, { select }) {
        await assertReadableSeries(select, target.series_id, target.source_playlist_id)
        return assertCopyable(await findEditablePlaylist(select, target.playlist_id))
      },
      async handle({ body }, { db, once, reader, language, timeZone, resource }) {
        const { name = defaultCopyName(language, timeZone), index } = body
        const source = { id: body.series_id, playlistId: body.source_playlist_id }
        const to = { playlistId: resource.id, index, name }
        const { id } = await scheduleIfPending(once((writer) => copySeries({ writer, reader, limits }, source, to)))
        return readSeries(db, reader, id)
      },
    }),

    copyVideo: defineFindHandler(copyEndpoints.copyVideo, {
      async find({ target: { video_id, source_playlist_id, series_id, playlist_id } }, { select }) {
        await assertReadableVideo(select, video_id, source_playlist_id)
        return findEditableDestination(select, { series_id, playlist_id }, assertCopyable)
      },
      async handle({ body: { video_id, source_playlist_id, index } }, { once, reader, select, language, resource }) {
        const source = { id: video_id, playlistId: source_playlist_id }
        const to = resolveDestination(resource, language)
        const { id } = await scheduleIfPending(once((writer) => copyVideo({ writer, reader, limits }, source, to, index)))
        return readVideo(select, id)
      },
    }),
  }
}
