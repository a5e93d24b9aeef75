import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { type Ctx, defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { assertAllowed } from '#kit/server/http/limits.ts'
import type { User } from '#kit/server/reader.ts'
import { ownHosts } from '#kit/server/http/own-hosts.ts'
import { assertReadable, readSeries, readVideo } from '#features/channels/server/access.ts'
import { notFoundIfDeleted, placeVideoCopy } from '#features/channels/server/copies.ts'
import { draftLinks } from '#features/channels/server/drafts.ts'
import { specialPlaylist } from '#features/channels/server/my-playlists.ts'
import { defaultLinkTitle } from '#features/channels/server/names.ts'
import { findSeriesAccess } from '#features/channels/server/queries/series.ts'
import { findVideoAccess } from '#features/channels/server/queries/videos.ts'
import { texts } from '#features/channels/server/texts.ts'
import type { CopyTools } from '#features/channels/server/routes/copies.ts'
import type { DraftTools } from '#features/channels/server/drafts.ts'
import { assertRoomForVideos, placeVideos } from '#features/channels/server/videos.ts'
import type { Video } from '#features/channels/contract/shapes.ts'
import { publishingContract } from '../contract.ts'
import { publishingErrors } from '../errors.ts'
import { findPlaylistId, parseSharedUrl, type SharedAddress, sharedPath, type SharedThing } from '../rules.ts'
import { shareSeries, maxSharesPerHour, shareVideo } from './direct-share.ts'
import { type ShareNotice, notifyShareFollowersJob } from './follower-notices.ts'
import { parseForeignUrl } from './source-links.ts'
import { findWatchLaterChoice, findWatchLaterItem, saveWatchedChoice } from './queries/watch-later.ts'
import { type WatchLaterResult, addToWatchLater } from './watch-later.ts'

export interface PublishingTools extends CopyTools, Pick<DraftTools, 'media'> {
  publicUrl: string
  jobs: Pick<Jobs, 'send'>
}

/** @throws 403 for things in Direct Share channels */
function assertShareable<T extends { kind: string }>(item: T): T {
  return item.kind === 'direct_publish' ? fail(publishingErrors.shared_already) : item
}

export function publishingRoutes(tools: PublishingTools): Handlers<typeof publishingContract> {
  const { limits, schedulePendingFetch, publicUrl, jobs } = tools

  /** @throws 422 unless the URL identifies the thing in its channel on this site, or is a link to another site */
  function addressOf(
    url: string,
    playlistId: string,
    item: SharedThing,
    { request, language }: Pick<Ctx, 'request' | 'language'>,
  ): SharedAddress {
    const hosts = ownHosts(request, publicUrl)
    const link = parseForeignUrl(url, hosts)
    if (link !== undefined) return { path: sharedPath(language, playlistId, item), playlistId, link }
    // Stores only the path.
    const address = parseSharedUrl(url, hosts, item)
    return address?.playlistId === playlistId ? address : fail(publishingErrors.url_elsewhere, { field: 'url' })
  }
  const shares = ({ reader }: Pick<Ctx<User>, 'reader'>) => assertAllowed(limits.count(`direct-shares:${reader.user.id}`, maxSharesPerHour))
  const scheduleNotice = (tx: Db, notice: ShareNotice) => jobs.send(notifyShareFollowersJob, notice, { db: tx })
  const windowOf = ({ db, reader, language }: Pick<Ctx<User>, 'db' | 'reader' | 'language'>) =>
    specialPlaylist(db, reader, 'direct_publish', language)

  return {
    shareVideo: defineFindHandler(publishingContract.shareVideo, {
      async find({ target: { series_id, video_id, url } }, { select }) {
        const result = assertReadable((await select(findVideoAccess, video_id, findPlaylistId(url)))[0])
        return result.series_id === series_id ? assertShareable(result) : fail(commonErrors.not_found)
      },
      async handle({ body: { video_id, url } }, ctx) {
        const { once, reader, select, language, resource } = ctx
        const from = addressOf(url, resource.playlist_id, { video: video_id }, ctx)
        shares(ctx)
        const playlistId = await windowOf(ctx)
        const seriesName = texts[language]('server.videos')
        const { id, isPending } = await once((writer) =>
          shareVideo({ writer, reader, playlistId, from, notifyUsers: scheduleNotice }, seriesName, (locked, to) =>
            placeVideoCopy(locked, reader, { id: video_id, playlistId: from.playlistId }, to),
          ),
        )
        if (isPending) await schedulePendingFetch()
        return { ...(JSON.parse(await readVideo(select, id)) as Video), playlist_id: playlistId }
      },
    }),

    shareSeries: defineFindHandler(publishingContract.shareSeries, {
      async find({ target: { series_id, url } }, { select }) {
        return assertShareable(assertReadable((await select(findSeriesAccess, series_id, findPlaylistId(url)))[0]))
      },
      async handle({ body: { series_id, url } }, ctx) {
        const { db, once, reader, resource } = ctx
        const from = addressOf(url, resource.playlist_id, { serie: series_id }, ctx)
        shares(ctx)
        const playlistId = await windowOf(ctx)
        const source = { id: series_id, name: resource.name, sourcePlaylistId: from.playlistId }
        const { id, isPending } = await once((writer) =>
          shareSeries({ writer, reader, limits, playlistId, from, notifyUsers: scheduleNotice }, source),
        )
        if (isPending) await schedulePendingFetch()
        return readSeries(db, reader, id)
      },
    }),

    putInWatchLater: defineFindHandler(publishingContract.putInWatchLater, {
      find: async ({ target: { video_id, source_playlist_id } }, { select }) =>
        void (video_id === undefined || assertReadable((await select(findVideoAccess, video_id, source_playlist_id))[0])),
      async handle({ body: { video_id, source_playlist_id, url, title } }, ctx) {
        const { db, once, reader, select, disconnected, language, timeZone } = ctx
        if ((video_id === undefined) === (url === undefined)) fail(publishingErrors.one_thing, { field: 'url' })
        const playlistId = await specialPlaylist(db, reader, 'watch_later', language)
        const to = { playlistId, name: texts[language]('server.videos') }
        const result = await once((writer): Promise<WatchLaterResult> => {
          if (video_id !== undefined) {
            const source = { id: video_id, playlistId: source_playlist_id }
            return addToWatchLater(writer, to, { video_id }, (locked, place) =>
              notFoundIfDeleted(placeVideoCopy(locked, reader, source, place)),
            )
          }
          return addLinkToWatchLater(writer, url!)
        })
        if (result.isPending) await schedulePendingFetch()
        return { ...(JSON.parse(await readVideo(select, result.id)) as Video), playlist_id: playlistId, is_new: result.isNew }

        async function addLinkToWatchLater(writer: Parameters<typeof addToWatchLater>[0], src: string): Promise<WatchLaterResult> {
          // A link that is already there only moves.
          if (!(await findWatchLaterItem(db, playlistId, { src }))) await assertRoomForVideos(db, playlistId, 1)
          const titleFor = title ? () => title : defaultLinkTitle({ kind: 'watch_later' }, timeZone)
          const drafts = await draftLinks(db, { ...tools, reader, disconnected, titleFor }, [src], () => 'url')
          return addToWatchLater(writer, to, { src: drafts[0]!.src }, async (locked, place) => {
            const [id] = await placeVideos(locked, place, drafts, undefined)
            return { id: id!, isPending: false }
          })
        }
      },
    }),

    getWatchLaterChoice: (_, { db, reader }) => findWatchLaterChoice(db, reader.user.id),

    async setWatchLaterChoice({ body: { seen } }, { db, reader }) {
      await saveWatchedChoice(db, reader.user.id, seen)
      return { seen }
    },
  }
}
