import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { countGuestEvent } from '#kit/server/http/guest-figures.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Reader } from '#kit/server/reader.ts'
import { clickEndpoints } from '../../contract/clicks.ts'
import { assertReadable } from '../access.ts'
import { addClick, findClickable } from '../queries/clicks.ts'

/** Limit per IP address: more clicks than a household makes. */
const clickLimitOfAddress = { max: 120, windowSeconds: 60 }
/** Repeated clicks of a viewer on the same button count once in this time. */
const repeatedClickLimit = { max: 1, windowSeconds: 10 }

/** Distinguishes guests at one address, to ignore their repeated clicks. Stored only as a hash, in the key of the limit. */
const viewerOf = ({ user }: Reader, address: string, request: FastifyRequest) =>
  user?.id ??
  createHash('sha256')
    .update(`${address}\n${request.headers['user-agent'] ?? ''}`)
    .digest('base64url')

export const clickRoutes = (limits: Pick<Limits, 'count' | 'take'>): Handlers<typeof clickEndpoints> => ({
  recordClick: defineFindHandler(clickEndpoints.recordClick, {
    find: async ({ target: { video_id, playlist_id } }, { select }) =>
      assertReadable((await select(findClickable, video_id, playlist_id))[0]),
    async handle({ body: { clickable_type: type } }, { db, reader, address, request, resource }) {
      assertAllowed(limits.count(`clicks:${addressKey(address)}`, clickLimitOfAddress))
      if (!resource[type]) return {}
      const { allowed } = await limits.take(`click:${type}:${resource.id}:${viewerOf(reader, address, request)}`, repeatedClickLimit)
      if (
        !allowed ||
        (!reader.user &&
          !countGuestEvent(limits, { address, userAgent: request.headers['user-agent'] }, `clicks:${type}:${resource.id}`).allowed)
      )
        return {}
      await addClick(db, { playlistKey: resource.playlist_key, videoId: resource.id, type })
      return {}
    },
  }),
})
