import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The loop in `assets/clips/live`: files `0.m4s` to `5.m4s`, each of exactly four seconds. */
const segmentSeconds = 4
const segmentsInLoop = 6
const segmentsInWindow = 6

/**
 * The media playlist of a channel that never ends, worked out from the clock alone: every instance, and every restart, goes on
 * where the others are. Segments are numbered since 1970; the newest one has just been completed. Where the loop begins again
 * timestamps begin again too, which the playlist calls a discontinuity (RFC 8216 § 4.3.2.3).
 * @param now milliseconds since 1970
 */
export function livePlaylist(now: number): string {
  const next = Math.floor(now / 1000 / segmentSeconds)
  const first = next - segmentsInWindow
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // Counts the loop points that have left the window: one at its very start is still in it.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.ceil(first / segmentsInLoop) - 1}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...Array.from({ length: segmentsInWindow }, (_, i) => segmentLines(first + i)).flat(),
    '',
  ].join('\n')
}

function segmentLines(number: number): string[] {
  const inLoop = number % segmentsInLoop
  return [
    ...(inLoop === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(number * segmentSeconds * 1000).toISOString()}`,
    `#EXTINF:${segmentSeconds.toFixed(3)},`,
    `${inLoop}.m4s`,
  ]
}

const hls = 'application/vnd.apple.mpegurl'
const contentTypes: Readonly<Record<string, string>> = {
  m3u8: hls,
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
}

/** Serves the demonstration's clips and its live channel under `/media/demo/`. @param folder that of the clips */
export async function serveDemoMedia(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix: '/media/demo/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
    setHeaders: (reply, path) => {
      const type = contentTypes[path.slice(path.lastIndexOf('.') + 1)]
      if (type) reply.header('content-type', type)
    },
  })
  app.get('/media/demo/live/index.m3u8', (_request, reply) =>
    // Half a segment: caches may share it, and no player waits for news that is there.
    reply
      .header('cache-control', `public, max-age=${segmentSeconds / 2}`)
      .type(hls)
      .send(livePlaylist(Date.now())),
  )
}
