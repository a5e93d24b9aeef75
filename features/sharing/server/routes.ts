import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { fail } from '#kit/server/http/fail.ts'
import { countGuestEvent } from '#kit/server/http/guest-figures.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Subjects } from '#kit/server/subjects.ts'
import { channelsErrors } from '#features/channels/contract/errors.ts'
import { sharingContract } from '../contract.ts'
import { addViaParameter, type ShareableType, sharedPath } from '../rules.ts'
import { tvPath } from '#features/channels/tv-paths.ts'
import { countShare, countTvShare, findShared, type SharedReference } from './queries/shares.ts'

/** Rate limit of shares per IP address: more than the users of one household need. */
const shareLimitOfAddress = { max: 120, windowSeconds: 60 }
/** Within this time, only the first share of a thing in a network by a user or guest counts. */
const repeatedShareLimit = { max: 1, windowSeconds: 3600 }

/** Identifies a user by id, and a guest by a hash of IP address and browser. The rate limit stores it for an hour. */
const sharerOf = ({ user }: Reader, address: string, request: FastifyRequest) =>
  user?.id ??
  createHash('sha256')
    .update(`${address}\n${request.headers['user-agent'] ?? ''}`)
    .digest('base64url')

type SharedSubject = SharedReference | { type: 'channel'; key: string }

export interface SharingServices {
  subjects: Subjects<ShareableType>
  limits: Pick<Limits, 'count' | 'take'>
  publicUrl: string
}

export const sharingRoutes = ({ subjects, limits, publicUrl }: SharingServices): Handlers<typeof sharingContract> => ({
  share: defineFindHandler(sharingContract.share, {
    async find({ target: { shareable_type: type, shareable_id: id, playlist_id: within } }, { select }): Promise<SharedSubject> {
      const { key } = await subjects.findVisible(select, { type, id, within })
      return type === 'channel' ? { type, key: String(key) } : { type, key }
    },
    async handle({ body: { network } }, { db, reader, address, language, request, resource }) {
      assertAllowed(limits.count(`shares:${addressKey(address)}`, shareLimitOfAddress))
      const linkOf = (path: string) => ({ url: addViaParameter(`${publicUrl}/${language}${path}`, network) })
      /** Whether the share counts: it isn't a repeated share, and is below the rate limit. */
      const isCounted = async () => {
        const subjectKey = `${resource.type}:${resource.key}`
        const { allowed } = await limits.take(`share:${network}:${subjectKey}:${sharerOf(reader, address, request)}`, repeatedShareLimit)
        return (
          allowed &&
          (reader.user !== null ||
            countGuestEvent(limits, { address, userAgent: request.headers['user-agent'] }, `shares:${subjectKey}`).allowed)
        )
      }
      if (resource.type === 'channel') {
        if (await isCounted()) await countTvShare(db, resource.key, network)
        return linkOf(tvPath(resource.key))
      }
      const place = (await findShared(db, resource)) ?? fail(commonErrors.not_found)
      if (place.is_watch_later) fail(channelsErrors.special_channel)
      const itemId = resource.type === 'playlist' ? '' : String(resource.key)
      if (await isCounted()) await countShare(db, { playlistKey: place.playlist_key, type: resource.type, itemId, network })
      const path = sharedPath({ playlistId: place.playlist_id, slug: place.slug, serieId: place.serie_id, videoId: place.video_id })
      return linkOf(path)
    },
  }),
})
