/** Decides who may watch a relayed stream, and counts how much they watch. */
import type { FastifyRequest } from 'fastify'
import { commonErrors } from '#kit/contract/problems.ts'
import { preferredLanguage } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { assertSameOrigin } from '#kit/server/http/same-origin.ts'
import { type Reader, createReader, type User } from '#kit/server/reader.ts'
import { createSelect } from '#kit/server/select.ts'
import { readMediaCookie } from '#features/accounts/server/cookies.ts'
import { assertReadable } from '#features/channels/server/access.ts'
import { nowSeconds } from '#features/guide/server/epg.ts'
import { findStream, type StreamRow } from '../queries/streams.ts'
import { streamAddress } from '../streams.ts'
import type { AddressKind } from './playlist.ts'
import { createTickets, hashSession, type RelayedStream } from './tickets.ts'
import { createStreamLimiter } from './stream-limiter.ts'

export interface RelayAccessTools {
  db: Db
  limits: Limits
  publicUrl: string
  /** Returns the reader of a session cookie; null without one. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
  countryOf: (request: FastifyRequest) => string | null
  addressOf: (request: FastifyRequest) => string
  config: {
    /** Maximum concurrent streams of this instance, and bytes per day of a user or address. */
    relay: { maxStreams: number; maxBytesADay: number }
  }
}

const daySeconds = 86_400
/**
 * Limit of upstream requests per user, or per address for guests. Three streams with three tracks, in segments of two seconds, make about
 * 500.
 */
const upstreamLimit = { max: 3000, windowSeconds: 60 }

export interface RelayRoute {
  Params: { channel: string; play: string }
}
export type RelayRequest = FastifyRequest<RelayRoute>
const isNamed = ({ params: { channel, play } }: RelayRequest) =>
  /^[A-Za-z0-9]{11}$/.test(channel) && /^(?:live|[A-Za-z0-9]{11})$/.test(play)

export function createRelayAccess({ db, limits, publicUrl, findReader, countryOf, addressOf, config }: RelayAccessTools) {
  const tickets = createTickets()
  const limiter = createStreamLimiter(db, config.relay.maxStreams)
  const bytesADay = { max: Math.ceil(config.relay.maxBytesADay / 1024), windowSeconds: daySeconds }
  const addressKeyOf = (request: FastifyRequest) => addressKey(addressOf(request))

  /** Returns the request's session as this user. Guests (`''`) are identified by address and browser, as for views. */
  function sessionFor(request: FastifyRequest, userId: string): Buffer | undefined {
    if (userId === '') return hashSession('guest', addressKeyOf(request), request.headers['user-agent'] ?? '')
    const token = readMediaCookie(request.headers.cookie)
    return token === undefined ? undefined : hashSession('user', token)
  }

  const findViewer = async (requestDb: Db, request: FastifyRequest) =>
    (await findReader(requestDb, request)) ?? createReader(null, countryOf(request))

  /** @throws 404, also for streams that aren't relayed; 403; 451 */
  async function requireStream(requestDb: Db, viewer: Reader, request: RelayRequest): Promise<StreamRow> {
    const { channel, play } = request.params
    const language = preferredLanguage(request.headers['accept-language'])
    const stream = assertReadable((await createSelect(requestDb, viewer)(findStream, channel, play, language))[0])
    return stream.is_relayed ? stream : fail(commonErrors.not_found)
  }

  /** Returns the stream if the viewer may still watch it. @throws as {@link requireStream} */
  async function requireStreamOf(requestDb: Db, { userId }: RelayedStream, request: RelayRequest): Promise<StreamRow> {
    const viewer = await findViewer(requestDb, request)
    // A user whose login has ended must not continue as a guest.
    if (userId !== '' && viewer.user?.id !== userId) fail(commonErrors.not_found)
    return requireStream(requestDb, viewer, request)
  }

  return {
    /** Returns the number of current streams of this instance. */
    countStreams: limiter.count,

    /** @throws 404 for an invalid address, 403 for a request from another site, 429 */
    assertMayOpen(request: RelayRequest): void {
      if (!isNamed(request)) fail(commonErrors.not_found)
      assertSameOrigin(request.headers, publicUrl)
      assertAllowed(limits.count(`relay-open:${addressKeyOf(request)}`, { max: 120, windowSeconds: 60 }))
    },

    /** Returns an address of the stream that is valid for this session. @throws as {@link requireStream} */
    async signStream(requestDb: Db, request: RelayRequest): Promise<string> {
      const { channel: channelId, play } = request.params
      const viewer = await findViewer(requestDb, request)
      const stream = await requireStream(requestDb, viewer, request)
      const userId = viewer.user?.id ?? ''
      const sign = await tickets.signer(requestDb, { channelId, play, userId, session: sessionFor(request, userId)! })
      return sign(streamAddress(stream, play, nowSeconds()), 'list')
    },

    /** Begins a request of a signed address. @throws 404 for an address that was not signed for this session, 429 */
    async admit(request: RelayRequest, kind: AddressKind) {
      const { channel: channelId, play } = request.params
      const query = request.raw.url?.split('?')[1]?.split('&')[0] ?? ''
      const ticket =
        (isNamed(request) && (await tickets.open(db, { channelId, play, kind, query }, (userId) => sessionFor(request, userId)))) ||
        fail(commonErrors.not_found)
      const { viewing, untilSeconds } = ticket
      const { userId } = viewing
      const address = addressKeyOf(request)
      const limitKey = `relay:${userId || address}`
      const countRequests = (count: number) => assertAllowed(limits.count(`asked-${limitKey}`, upstreamLimit, count))
      const countBytes = (bytes: number) => limits.count(limitKey, bytesADay, Math.ceil(bytes / 1024))
      countRequests(1)
      assertAllowed(countBytes(1))
      const { leave, keep } = await limiter.beginRequest(`${channelId} ${play}`, {
        session: viewing.session.toString('base64'),
        userId,
        address,
      })
      return {
        /** The source's URL. */
        upstreamUrl: ticket.address,
        /** Counts requests in addition to this one. @throws 429 */
        countRequests,
        /** @returns false above the limit of bytes per day */
        countBytes: (bytes: number) => countBytes(bytes).allowed,
        requireStream: (requestDb: Db) => requireStreamOf(requestDb, viewing, request),
        /** Returns a function that signs addresses in a playlist, which expire with the request's own address. */
        signer: () => tickets.signer(db, viewing, untilSeconds),
        leave,
        keep,
      }
    },
  }
}

export type AdmittedViewer = Awaited<ReturnType<ReturnType<typeof createRelayAccess>['admit']>>
