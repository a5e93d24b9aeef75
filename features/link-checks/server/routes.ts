import * as z from 'zod/mini'
import { Id, Time } from '#kit/contract/fields.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import type { User } from '#kit/server/reader.ts'
import { findEditableVideo, assertReadableVideo, readVideo } from '#features/channels/server/access.ts'
import { withBuiltInName } from '#features/channels/server/names.ts'
import { playerContract } from '#features/player/contract.ts'
import { countPreview } from '#features/media/server/fetch-limits.ts'
import { linkChecksContract } from '../contract.ts'
import { minRecheckSeconds, type LinkChecks } from './checks.ts'
import { scheduleLinkChecks } from './jobs.ts'
import { scheduleDeadLinkChecks } from './queries/checks.ts'
import { listDeadLinks } from './queries/dead-links.ts'
import { findDigestSetting, saveDigestSetting, stopDigest } from './queries/digest.ts'
import { findTarget } from './queries/dead-links.ts'

const defaultLimit = 20
const DeadLinkKey = z.tuple([Time, Id])

/**
 * Rate limits of reports about playback failures: per caller, and in total. Reports above these limits are dropped, because each link is
 * checked weekly anyway.
 */
const reportLimits = { each: { max: 30, windowSeconds: 60 }, all: { max: 600, windowSeconds: 3600 } }

export interface RouteTools {
  linkChecks: LinkChecks
  jobs: Pick<Jobs, 'send'>
  limits: Pick<Limits, 'take' | 'count'>
  config: {
    /** False: links are checked only on request. */
    linkChecks: boolean
  }
}

const ownerOf = ({ id, teamId }: User) => teamId ?? id

/** Handles a player's report of a playback failure, which makes the link due for a check. */
export const playbackFailureRoute = ({ linkChecks, limits, config }: Pick<RouteTools, 'linkChecks' | 'limits' | 'config'>) =>
  defineFindHandler(playerContract.reportPlaybackFailure, {
    findByPath: ({ params }, { select }) => assertReadableVideo(select, params.id),
    find: ({ params, target }, { select }) => assertReadableVideo(select, params.id, target.playlist_id),
    async handle({ params }, { db, address }) {
      assertAllowed(limits.count(`playback-failures:${addressKey(address)}`, reportLimits.each))
      const target = config.linkChecks ? await findTarget(db, params.id) : undefined
      if (target && limits.count('playback-failures', reportLimits.all).allowed) await linkChecks.scheduleCheck(target)
      return {}
    },
  })

export const linkChecksRoutes = ({ linkChecks, jobs, limits, config }: RouteTools): Handlers<typeof linkChecksContract> => ({
  async listDeadLinks({ query: { limit = defaultLimit, cursor } }, { db, reader, language }) {
    const [since, id] = parseCursor(DeadLinkKey, cursor) ?? []
    const deadLinks = await listDeadLinks(db, reader, {
      ownerId: ownerOf(reader.user),
      limit: limit + 1,
      after: since === undefined || id === undefined ? undefined : { since, id },
    })
    const data = deadLinks.slice(0, limit).map(({ playlist_kind: kind, playlist_name: name, ...video }) => ({
      ...video,
      playlist_name: withBuiltInName({ name, direct_publish: kind === 'direct_publish', watch_later: kind === 'watch_later' }, language)
        .name,
    }))
    return { data, next_cursor: nextCursor(deadLinks, limit, ({ link_failure, id }) => [link_failure.since, id]) }
  },

  async checkDeadLinks(_, { db, reader }) {
    if (!config.linkChecks) return { asked: 0 }
    const scheduledCount = await scheduleDeadLinkChecks(db, ownerOf(reader.user), minRecheckSeconds.byOwner)
    if (scheduledCount > 0) await scheduleLinkChecks(jobs)
    return { asked: scheduledCount }
  },

  checkLink: defineFindHandler(linkChecksContract.checkLink, {
    find: ({ params }, { select }) => findEditableVideo(select, params.id),
    async handle(_, { db, reader, select, disconnected, resource }) {
      assertAllowed(await countPreview(limits, reader.user.id))
      const target = await findTarget(db, resource.id)
      const checked = target && (await linkChecks.checkNow(target, reader.user.id, disconnected))
      // Asks the client to retry, as the rate limit was reached.
      if (checked?.outcome === 'unasked') assertAllowed({ allowed: false, retryAfter: 60 })
      return readVideo(select, resource.id)
    },
  }),

  getLinkDigest: (_, { db, reader }) => findDigestSetting(db, reader.user.id),

  async setLinkDigest({ body: { is_on } }, { db, reader }) {
    await saveDigestSetting(db, reader.user.id, is_on)
    return { is_on }
  },

  async stopLinkDigest({ params }, { db }) {
    await stopDigest(db, params.token)
    return {}
  },
})
