import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { disconnectSignal } from '#kit/server/http/disconnect-signal.ts'
import { withRequestDatabase } from '#kit/server/http/request-database.ts'
import type { Log } from '#kit/server/log.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import type { StreamedResponse, OpenPublicStream } from '#kit/server/outbound/outbound-open.ts'
import { tvWatchingErrors } from '../../errors.ts'
import { relayBody } from './relay-body.ts'
import { type AddressKind, rewritePlaylist } from './playlist.ts'
import { readPlaylist } from './read-playlist.ts'
import { type AdmittedViewer, createRelayAccess, type RelayAccessTools, type RelayRequest, type RelayRoute } from './relay-access.ts'
import { upstreamHeaders, relayedType, relayedHeaders, readRange, respondToUpstreamError } from './sources.ts'

export interface RelayTools extends RelayAccessTools {
  log: Pick<Log, 'info'>
  openPublic: OpenPublicStream
  metrics: Metrics
}

/** A playlist counts as one request per this many characters, because signing long playlists takes time. */
const maxRequestCharacters = 8 * 1024
/**
 * Milliseconds without a read by the client, after which a request is aborted. Longer for continuous media, because viewers may pause it.
 */
const stallMs = { part: 60_000, media: 600_000 } as const
/** Milliseconds between two checks whether the viewer may still watch. Needed because a response may be a whole film, or endless. */
const recheckMs = 30_000
/** How long upstream headers are cached. Segments of a channel that was disabled are relayed for this time. */
const headersCacheMs = 10_000
const maxCachedHeaders = 1000

/** An open response whose body is unread. */
type IncomingStream = StreamedResponse & { pieces: AsyncIterable<Buffer> }

type UpstreamHeaders = ReturnType<typeof upstreamHeaders>

/** An admitted request. */
interface Call {
  request: RelayRequest
  reply: FastifyReply
  viewer: AdmittedViewer
}

/** Caches upstream headers by channel id. */
function createHeaderCache() {
  const headersByChannel = new Map<string, { headers: UpstreamHeaders; atMs: number }>()
  return {
    async get(channelId: string, read: () => Promise<UpstreamHeaders>): Promise<UpstreamHeaders> {
      const cached = headersByChannel.get(channelId)
      if (cached && cached.atMs > Date.now() - headersCacheMs) return cached.headers
      const headers = await read()
      if (headersByChannel.size >= maxCachedHeaders) headersByChannel.clear()
      headersByChannel.set(channelId, { headers, atMs: Date.now() })
      return headers
    },
  }
}

/**
 * Relays streams to browsers that can't play them directly, below `/media/relay/{channel}/{what plays}/`. `open` redirects to an address
 * that is valid for this session only. Each playlist contains the next addresses. Stores no data.
 */
export function serveRelay(app: FastifyInstance, tools: RelayTools): void {
  const { db, log, openPublic, metrics } = tools
  const count = {
    request: metrics.counter('relay_requests_total', 'Requests for relayed streams, by outcome.', 'outcome'),
    bytes: metrics.counter('relay_bytes_total', 'Bytes of relayed streams, by kind.', 'kind'),
  }
  const access = createRelayAccess(tools)
  metrics.gauge('relay_streams', 'Streams of TV channels relayed now.', access.countStreams)

  app.get<RelayRoute>('/media/relay/:channel/:play/open', { exposeHeadRoute: false }, async (request, reply) => {
    access.assertMayOpen(request)
    const { channel, play } = request.params
    const address = await withRequestDatabase(db, reply, { endOnDisconnect: true }, (requestDb) => access.signStream(requestDb, request))
    return reply.header('cache-control', 'no-store').redirect(`/media/relay/${channel}/${play}/${address}`, 302)
  })

  /** Returns the headers that the stream's source requires. @throws 403, 404, 451 unless the viewer may still watch the stream */
  async function requireUpstreamHeaders({ reply, viewer }: Call) {
    const stream = await withRequestDatabase(db, reply, { endOnDisconnect: true }, viewer.requireStream)
    return upstreamHeaders(stream.headers, stream.source.stream_url)
  }

  const headerCache = createHeaderCache()

  /** @throws OutboundError if the source fails */
  const openUpstream = ({ request, reply, viewer }: Call, { headers, secrets }: UpstreamHeaders) =>
    openPublic(viewer.upstreamUrl, {
      headers: { ...headers, ...readRange(request.headers.range) },
      secrets,
      signal: disconnectSignal(reply),
    })

  function sendStream({ reply, viewer }: Call, upstream: IncomingStream, kind: 'part' | 'media') {
    disconnectSignal(reply).throwIfAborted()
    const checkAccess = () =>
      viewer
        .requireStream(db)
        .then(viewer.keep)
        .catch((error: unknown) => {
          // Ends the stream only if the check refuses it, not if the check itself fails because of the database.
          if (error instanceof ProblemError) reply.raw.destroy()
        })
    const accessTimer = setInterval(() => void checkAccess(), recheckMs)
    const body = relayBody(upstream.pieces, {
      stallMs: stallMs[kind],
      count(bytes) {
        count.bytes(kind, bytes)
        return viewer.countBytes(bytes)
      },
      onStall: () => reply.raw.destroy(),
    })
    body.once('close', () => {
      clearInterval(accessTimer)
      upstream.body.destroy()
      viewer.leave()
    })
    count.request(kind)
    return reply
      .code(upstream.status === 206 ? 206 : 200)
      .headers(relayedHeaders(upstream))
      .send(body)
  }

  async function sendList(call: Call) {
    const { reply, viewer } = call
    const upstream = await openUpstream(call, await requireUpstreamHeaders(call))
    const read = await readPlaylist(upstream)
    if ('media' in read) {
      reply.type(upstream.type)
      return sendStream(call, { ...upstream, pieces: read.media }, 'media')
    }
    const weight = Math.floor(read.text.length / maxRequestCharacters)
    if (weight > 0) viewer.countRequests(weight)
    const text = (await rewritePlaylist(read.text, upstream.url, await viewer.signer())) ?? fail(tvWatchingErrors.source_unplayable)
    count.request('list')
    count.bytes('list', text.length)
    viewer.countBytes(text.length)
    viewer.leave()
    return reply.header('cache-control', 'private, no-store').type('application/vnd.apple.mpegurl').send(text)
  }

  async function sendPart(call: Call) {
    const upstream = await openUpstream(call, await headerCache.get(call.request.params.channel, () => requireUpstreamHeaders(call)))
    const type = relayedType(upstream)
    if (type === undefined) {
      upstream.body.destroy()
      return fail(tvWatchingErrors.source_unplayable)
    }
    call.reply.type(type)
    return sendStream(call, { ...upstream, pieces: upstream.body as AsyncIterable<Buffer> }, 'part')
  }

  /** Counts and logs a failed request. */
  function reportFailure(error: unknown, channel: string, kind: AddressKind): void {
    count.request(error instanceof OutboundError ? error.kind : error instanceof ProblemError ? error.problem.code : 'broken')
    if (error instanceof OutboundError)
      log.info({ channel, kind, problem: error.kind, status: error.answer?.status }, 'a stream could not be passed on')
  }

  const kinds = { list: sendList, part: sendPart } as const
  for (const [kind, send] of Object.entries(kinds) as [AddressKind, typeof sendList][])
    // Doesn't compress responses: media is compressed already, and compression would change byte ranges.
    app.get<RelayRoute>(`/media/relay/:channel/:play/${kind}`, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
      const viewer = await access.admit(request, kind)
      try {
        return await send({ request, reply, viewer })
      } catch (error) {
        viewer.leave()
        reportFailure(error, request.params.channel, kind)
        if (error instanceof OutboundError) return respondToUpstreamError(error)
        throw error
      }
    })
}
