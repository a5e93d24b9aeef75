import { fail } from '#kit/server/http/fail.ts'
import { ownHosts } from '#kit/server/http/own-hosts.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { limits as ofChannels } from '#features/channels/limits.ts'
import type { Video } from '#features/channels/contract/shapes.ts'
import {
  assertCopyable,
  assertReadable,
  resolveDestination,
  findEditableDestination,
  findEditablePlaylist,
  readSeries,
  readVideo,
} from '#features/channels/server/access.ts'
import { seriesContainer } from '#features/channels/server/containers.ts'
import { notFoundIfDeleted } from '#features/channels/server/copies.ts'
import { moveThings, withContainerLocks } from '#features/channels/server/move.ts'
import { specialPlaylist } from '#features/channels/server/my-playlists.ts'
import { recordNewSeries } from '#features/channels/server/acts/record.ts'
import { addSeries, destinationContainer, destinationSeries } from '#features/channels/server/series.ts'
import { texts } from '#features/channels/server/texts.ts'
import { publishingErrors } from '#features/publishing/errors.ts'
import { shareVideo, maxSharesPerHour } from '#features/publishing/server/direct-share.ts'
import { notifyShareFollowersJob } from '#features/publishing/server/follower-notices.ts'
import { parseForeignUrl } from '#features/publishing/server/source-links.ts'
import { tvCopyEndpoints } from '../../copies.ts'
import { tvPath, tvPathOf } from '#features/channels/tv-paths.ts'
import { tvWatchingErrors } from '../../errors.ts'
import { createChannelDraft, createPastProgrammeDraft, createProgrammeDraft, placeDraft, placeDrafts } from '../copies.ts'
import { findChannelSource, findProgrammeSource, listProgrammeSources } from '../queries/copies.ts'

/** Language for checks that don't use the titles. The copy has titles in the reader's language. */
const anyLanguage = 'en'

export interface CopyTools {
  limits: Pick<Limits, 'count'>
  jobs: Pick<Jobs, 'send'>
  publicUrl: string
}

export const tvCopyRoutes = ({ limits, jobs, publicUrl }: CopyTools): Handlers<typeof tvCopyEndpoints> => ({
  copyEpgItem: defineFindHandler(tvCopyEndpoints.copyEpgItem, {
    async find({ target: { epg_id, channel_id, ...place } }, { select }) {
      const { channel_id: channelId } = assertReadable((await select(findProgrammeSource, epg_id, channel_id, anyLanguage))[0])
      return { channelId, to: await findEditableDestination(select, place, assertCopyable) }
    },
    async handle({ body: { epg_id, index } }, { once, select, language, reader, resource: { channelId, to: named } }) {
      const to = resolveDestination(named, language)
      const programme = assertReadable((await select(findProgrammeSource, epg_id, channelId, language))[0])
      const { id } = await once((writer) =>
        notFoundIfDeleted(
          withContainerLocks(writer, [destinationContainer(to)], async (locked) =>
            placeDraft(
              locked,
              { ...(await destinationSeries(locked, to)), index },
              { channelId, draft: createProgrammeDraft(programme) },
              reader.user,
            ),
          ),
        ),
      )
      return readVideo(select, id)
    },
  }),

  copyTvChannel: defineFindHandler(tvCopyEndpoints.copyTvChannel, {
    async find({ target: { channel_id, ...place } }, { select }) {
      const channel = assertReadable((await select(findChannelSource, channel_id))[0])
      return { channel, to: await findEditableDestination(select, place, assertCopyable) }
    },
    async handle({ body: { index } }, { once, select, language, reader, resource: { channel, to: named } }) {
      const to = resolveDestination(named, language)
      const { id } = await once((writer) =>
        notFoundIfDeleted(
          withContainerLocks(writer, [destinationContainer(to)], async (locked) =>
            placeDraft(
              locked,
              { ...(await destinationSeries(locked, to)), index },
              { channelId: channel.channel_id, draft: createChannelDraft(channel) },
              reader.user,
            ),
          ),
        ),
      )
      return readVideo(select, id)
    },
  }),

  copyEpgSeries: defineFindHandler(tvCopyEndpoints.copyEpgSeries, {
    async find({ target: { channel_id, playlist_id } }, { select }) {
      assertReadable((await select(findChannelSource, channel_id))[0])
      return assertCopyable(await findEditablePlaylist(select, playlist_id))
    },
    async handle({ body: { channel_id, name, index } }, { db, once, select, reader, language, resource: { id: playlistId } }) {
      const programmes = await select(listProgrammeSources, channel_id, name, language, ofChannels.videos)
      const drafts = programmes.map((programme) => createPastProgrammeDraft(programme) ?? null).filter((draft) => draft !== null)
      if (!drafts.length) fail(tvWatchingErrors.not_watchable, { field: 'name' })
      const channel = seriesContainer(playlistId)
      const { id } = await once((writer) =>
        notFoundIfDeleted(
          withContainerLocks(writer, [channel], async (locked) => {
            const added = await addSeries(locked.db, { playlistId, name, description: '', type: null }, undefined)
            if (index !== undefined) await moveThings(locked, { ids: [added.id], from: channel, to: channel, index })
            await placeDrafts(locked, { id: added.id, playlistId }, { channelId: channel_id, drafts }, undefined)
            await recordNewSeries(locked, reader.user, { id: added.id, playlistId })
            return { id: added.id, isPending: false }
          }),
        ),
      )
      return readSeries(db, reader, id)
    },
  }),

  shareEpgItem: defineFindHandler(tvCopyEndpoints.shareEpgItem, {
    async find({ target: { epg_id, channel_id } }, { select }) {
      return assertReadable((await select(findProgrammeSource, epg_id, channel_id, anyLanguage))[0]).channel_id
    },
    async handle({ body: { epg_id, channel_id, url } }, { db, once, reader, select, language, request, resource }) {
      const hosts = ownHosts(request, publicUrl)
      const link = parseForeignUrl(url, hosts)
      const named = link === undefined ? tvPathOf(url, hosts) : { epgId: epg_id, channelId: channel_id }
      if (named?.epgId !== epg_id || (channel_id !== undefined && named.channelId !== channel_id))
        return fail(publishingErrors.url_elsewhere, { field: 'url' })
      // The copy's URL contains the channel, because several channels may have the same guide.
      const [programme] = await select(findProgrammeSource, epg_id, named.channelId ?? resource, language)
      const { channel_id: channelId } = programme ?? fail(publishingErrors.url_elsewhere, { field: 'url' })
      assertReadable(programme)
      assertAllowed(limits.count(`direct-shares:${reader.user.id}`, maxSharesPerHour))
      const playlistId = await specialPlaylist(db, reader, 'direct_publish', language)
      const from = { path: `/${language}${tvPath(channelId, epg_id)}`, link, tvChannelId: channelId }
      const { id } = await once((writer) =>
        shareVideo(
          { writer, reader, playlistId, from, notifyUsers: (tx, notice) => jobs.send(notifyShareFollowersJob, notice, { db: tx }) },
          texts[language]('server.videos'),
          (locked, to) => placeDraft(locked, to, { channelId, draft: createProgrammeDraft(programme!) }, undefined),
        ),
      )
      return { ...(JSON.parse(await readVideo(select, id)) as Video), playlist_id: playlistId }
    },
  }),
})
