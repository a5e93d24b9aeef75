import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '#kit/contract/texts.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { disconnectSignal } from '#kit/server/http/disconnect-signal.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import { assertSameOrigin } from '#kit/server/http/same-origin.ts'
import { addressKey, assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { Log } from '#kit/server/log.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { StreamedResponse, OpenPublicStream } from '#kit/server/outbound/outbound-open.ts'
import { createSelect } from '#kit/server/select.ts'
import { type Reader, createReader, type User } from '#kit/server/reader.ts'
import { readMediaCookie } from '#features/accounts/server/cookies.ts'
import { assertReadable } from '#features/channels/server/access.ts'
import { tvWatchingErrors } from '../../errors.ts'
import { nowSeconds } from '#features/guide/server/epg.ts'
import { findStream, type StreamRow } from '../queries/streams.ts'
import { streamAddress } from '../streams.ts'
import { relayBody } from './relay-body.ts'
import { type AddressKind, rewritePlaylist } from './playlist.ts'
import { readPlaylist } from './read-playlist.ts'
import { upstreamHeaders, relayedType, relayedHeaders, readRange, respondToUpstreamError } from './sources.ts'
import { createTickets, hashSession, type RelayedStream } from './tickets.ts'
import { createViewings } from './viewings.ts'

export interface RelayTools {
  db: Db
  log: Pick<Log, 'info'>
  limits: Limits
  openPublic: OpenPublicStream
  publicUrl: string
  /** Returns the user of the login's cookie, or null. */
  findReader: (db: Db, request: FastifyRequest) => Promise<Reader<User> | null>
  countryOf: (request: FastifyRequest) => string | null
  addressOf: (request: FastifyRequest) => string
  config: {
    /** Maximum concurrent streams of this instance, and bytes per day of a user or address. */
    relay: { maxStreams: number; maxBytesADay: number }
  }
  metrics: Metrics
}

const daySeconds = 86_400
/** A playlist counts as one request per this many characters, because signing long playlists takes time. */
const maxRequestCharacters = 8 * 1024
/**
 * Limit of upstream requests per user, or per address for guests. Three streams with three tracks, in segments of two seconds, make about
 * 500.
 */
const upstreamLimit = { max: 3000, windowSeconds: 60 }
/**
 * Milliseconds without a read by the client, after which a request is aborted. Longer for continuous media, because viewers may pause it.
 */
const stallMs = { part: 60_000, media: 600_000 } as const
/** Milliseconds between two checks whether the viewer may still watch. Needed because a part may be a whole film, or endless. */
const recheckMs = 30_000
/** How long upstream headers are cached. Parts of a channel that was disabled are relayed for this time. */
const rememberedMs = 10_000
const maxRemembered = 1000

/** An open response whose body is unread. */
type IncomingStream = StreamedResponse & { pieces: AsyncIterable<Buffer> }

type Params = { channel: string; play: string }
const isNamed = ({ channel, play }: Params) => /^[A-Za-z0-9]{11}$/.test(channel) && /^(?:live|[A-Za-z0-9]{11})$/.test(play)

/**
 * Relays streams to browsers that can't play them directly, below `/media/relay/{channel}/{what plays}/`. `open` redirects to an address
 * that is valid for this session only. Each playlist contains the next addresses. Stores no data.
 */
export function serveRelay(app: FastifyInstance, tools: RelayTools): void {
  const { db, log, limits, openPublic, publicUrl, findReader, countryOf, addressOf, metrics } = tools
  const count = {
    request: metrics.counter('relay_requests_total', 'Requests for relayed streams, by outcome.', 'outcome'),
    bytes: metrics.counter('relay_bytes_total', 'Bytes of relayed streams, by kind.', 'kind'),
  }
  const tickets = createTickets()
  const viewings = createViewings(db, tools.config.relay.maxStreams)
  metrics.gauge('relay_streams', 'Streams of TV channels relayed now.', () => viewings.count())

  const guestSession = (request: FastifyRequest) =>
    hashSession('guest', addressKey(addressOf(request)), request.headers['user-agent'] ?? '')
  /** Guests are identified by address and browser, as for views. */
  function sessionFor(request: FastifyRequest, userId: string): Buffer | undefined {
    if (userId === '') return guestSession(request)
    const token = readMediaCookie(request.headers.cookie)
    return token === undefined ? undefined : hashSession('user', token)
  }
  const bytesKey = ({ userId }: RelayedStream, request: FastifyRequest) => `relay:${userId || addressKey(addressOf(request))}`
  const countBytes = (key: string, bytes: number) =>
    limits.count(key, { max: Math.ceil(tools.config.relay.maxBytesADay / 1024), windowSeconds: daySeconds }, Math.ceil(bytes / 1024))

  /** @throws 404, also for streams that aren't relayed; 403; 451 */
  async function requireStream(requestDb: Db, reader: Reader, { channel, play }: Params, request: FastifyRequest): Promise<StreamRow> {
    const language = preferredLanguage(request.headers['accept-language'])
    const result = assertReadable((await createSelect(requestDb, reader)(findStream, channel, play, language))[0])
    return result.is_relayed ? result : fail(commonErrors.not_found)
  }
  const readerNow = async (requestDb: Db, request: FastifyRequest) =>
    (await findReader(requestDb, request)) ?? createReader(null, countryOf(request))

  app.get<{ Params: Params }>('/media/relay/:channel/:play/open', { exposeHeadRoute: false }, async (request, reply) => {
    const { params } = request
    if (!isNamed(params)) fail(commonErrors.not_found)
    assertSameOrigin(request.headers, publicUrl)
    assertAllowed(limits.count(`relay-open:${addressKey(addressOf(request))}`, { max: 120, windowSeconds: 60 }))
    const address = await withRequestDatabase(db, reply, { endOnDisconnect: true }, async (requestDb) => {
      const reader = await readerNow(requestDb, request)
      const stream = await requireStream(requestDb, reader, params, request)
      const userId = reader.user?.id ?? ''
      const viewing = { channelId: params.channel, play: params.play, userId, session: sessionFor(request, userId)! }
      const sign = await tickets.signer(requestDb, viewing)
      return sign(streamAddress(stream, params.play, nowSeconds()), 'list')
    })
    return reply.header('cache-control', 'no-store').redirect(`/media/relay/${params.channel}/${params.play}/${address}`, 302)
  })

  /** @throws 404 for an address that was not signed for this session, 429 */
  async function admit(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, kind: AddressKind) {
    const { channel: channelId, play } = request.params
    const query = request.raw.url?.split('?')[1]?.split('&')[0] ?? ''
    const upstream =
      (isNamed(request.params) && (await tickets.open(db, { channelId, play }, kind, query, (userId) => sessionFor(request, userId)))) ||
      fail(commonErrors.not_found)
    const key = bytesKey(upstream.viewing, request)
    assertAllowed(limits.count(`asked-${key}`, upstreamLimit))
    assertAllowed(countBytes(key, 1))
    const { session, userId } = upstream.viewing
    const viewer = { session: session.toString('base64'), userId, address: addressKey(addressOf(request)) }
    return { ...upstream, ...(await viewings.enter(`${channelId} ${play}`, viewer)), key }
  }
  type AdmittedViewer = Awaited<ReturnType<typeof admit>>

  const mayStillWatch = (requestDb: Db, request: FastifyRequest<{ Params: Params }>, { viewing }: AdmittedViewer) =>
    // A user whose login has ended must not continue as a guest.
    readerNow(requestDb, request).then((reader) =>
      (reader.user?.id ?? '') === viewing.userId || viewing.userId === ''
        ? requireStream(requestDb, reader, request.params, request)
        : fail(commonErrors.not_found),
    )

  /** @throws OutboundError if the source fails */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    { address }: AdmittedViewer,
    sentHeaders: ReturnType<typeof upstreamHeaders>,
  ) {
    const headers = { ...sentHeaders.headers, ...readRange(request.headers.range) }
    return openPublic(address, { headers, secrets: sentHeaders.secrets, signal: disconnectSignal(reply) })
  }

  function send(request: FastifyRequest, reply: FastifyReply, admitted: AdmittedViewer, upstream: IncomingStream, kind: 'part' | 'media') {
    const { key, leave, keep } = admitted
    disconnectSignal(reply).throwIfAborted()
    const checkAccess = () =>
      mayStillWatch(db, request as FastifyRequest<{ Params: Params }>, admitted)
        .then(keep)
        .catch((error: unknown) => {
          // Ends the stream only if the check refuses it, not if the check itself fails because of the database.
          if (error instanceof ProblemError) reply.raw.destroy()
        })
    const accessTimer = setInterval(() => void checkAccess(), recheckMs)
    const body = relayBody(upstream.pieces, {
      stallMs: stallMs[kind],
      count(bytes) {
        count.bytes(kind, bytes)
        return countBytes(key, bytes).allowed
      },
      onStall: () => reply.raw.destroy(),
    })
    body.once('close', () => {
      clearInterval(accessTimer)
      upstream.body.destroy()
      leave()
    })
    count.request(kind)
    return reply
      .code(upstream.status === 206 ? 206 : 200)
      .headers(relayedHeaders(upstream))
      .send(body)
  }

  async function sendList(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, admitted: AdmittedViewer) {
    const stream = await withRequestDatabase(db, reply, { endOnDisconnect: true }, (requestDb) =>
      mayStillWatch(requestDb, request, admitted),
    )
    const upstream = await open(request, reply, admitted, upstreamHeaders(stream.headers, stream.source.stream_url))
    const read = await readPlaylist(upstream)
    if ('media' in read) return send(request, reply.type(upstream.type), admitted, { ...upstream, pieces: read.media }, 'media')
    const weight = Math.floor(read.text.length / maxRequestCharacters)
    if (weight > 0) assertAllowed(limits.count(`asked-${admitted.key}`, upstreamLimit, weight))
    const sign = await tickets.signer(db, admitted.viewing, admitted.untilSeconds)
    const text = (await rewritePlaylist(read.text, upstream.url, sign)) ?? fail(tvWatchingErrors.source_unplayable)
    count.request('list')
    count.bytes('list', text.length)
    countBytes(admitted.key, text.length)
    admitted.leave()
    return reply.header('cache-control', 'private, no-store').type('application/vnd.apple.mpegurl').send(text)
  }

  /** Cached upstream headers, by channel id. */
  const headersByChannel = new Map<string, { headers: ReturnType<typeof upstreamHeaders>; atMs: number }>()
  async function findUpstreamHeaders(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, admitted: AdmittedViewer) {
    const { channel } = request.params
    const cached = headersByChannel.get(channel)
    if (cached && cached.atMs > Date.now() - rememberedMs) return cached.headers
    const stream = await withRequestDatabase(db, reply, { endOnDisconnect: true }, (requestDb) =>
      mayStillWatch(requestDb, request, admitted),
    )
    const headers = upstreamHeaders(stream.headers, stream.source.stream_url)
    if (headersByChannel.size >= maxRemembered) headersByChannel.clear()
    headersByChannel.set(channel, { headers, atMs: Date.now() })
    return headers
  }
  async function sendPart(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, admitted: AdmittedViewer) {
    const upstream = await open(request, reply, admitted, await findUpstreamHeaders(request, reply, admitted))
    const type = relayedType(upstream)
    if (type === undefined) {
      upstream.body.destroy()
      return fail(tvWatchingErrors.source_unplayable)
    }
    return send(request, reply.type(type), admitted, { ...upstream, pieces: upstream.body as AsyncIterable<Buffer> }, 'part')
  }

  const kinds = { list: sendList, part: sendPart } as const
  for (const [kind, sendKind] of Object.entries(kinds) as [AddressKind, typeof sendList][])
    // Doesn't compress responses: media is compressed already, and compression would change byte ranges.
    app.get<{ Params: Params }>(
      `/media/relay/:channel/:play/${kind}`,
      { compress: false, exposeHeadRoute: false },
      async (request, reply) => {
        const admitted = await admit(request, reply, kind)
        try {
          return await sendKind(request, reply, admitted)
        } catch (error) {
          admitted.leave()
          const outcome = error instanceof OutboundError ? error.kind : error instanceof ProblemError ? error.problem.code : 'broken'
          count.request(outcome)
          if (!(error instanceof OutboundError)) throw error
          const { channel } = request.params
          log.info({ channel, kind, problem: error.kind, status: error.answer?.status }, 'a stream could not be passed on')
          return respondToUpstreamError(error)
        }
      },
    )
}
