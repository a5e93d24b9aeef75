import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { channels } from './television/channels/index.ts'
import { segmentSeconds } from './television/clips.ts'
import { archivePlaylist, livePlaylist } from './television/playlists.ts'
import { archiveDays, repeat, timelineOf } from './television/schedule.ts'

/** How far back one can go in what is live: half an hour on TV, and as little as players can do with. */
const channelWindowSeconds = 30 * 60
const loopWindowSeconds = 6 * segmentSeconds
const maxArchiveSeconds = 12 * 3600

const hls = 'application/vnd.apple.mpegurl'
const contentTypes: Readonly<Record<string, string>> = {
  m3u8: hls,
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
}

/** `1795410000-2700.m3u8`: seconds since 1970, and how many from then on. */
const archiveFile = /^(\d{9,10})-(\d{1,5})\.m3u8$/

/** Serves the demonstration's clips and live streams under `/media/demo/`. @param folder that of the clips */
export async function serveDemoMedia(app: FastifyInstance, folder: string): Promise<void> {
  const loop = repeat('corridor')
  const timelines = new Map(channels.map((channel) => [channel.key, { channel, timeline: timelineOf(channel) }]))
  // Anybody's player plays it, on whatever page.
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*')
  // Half a segment: caches may share it, and no player waits for news that is there.
  const sendPlaylist = (reply: FastifyReply, playlist: string) =>
    open(reply)
      .header('cache-control', `public, max-age=${segmentSeconds / 2}`)
      .type(hls)
      .send(playlist)

  await app.register(serveStatic, {
    root: folder,
    prefix: '/media/demo/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
    setHeaders: (reply, path) => {
      reply.header('access-control-allow-origin', '*')
      const type = contentTypes[path.slice(path.lastIndexOf('.') + 1)]
      if (type) reply.header('content-type', type)
    },
  })
  app.get('/media/demo/live/index.m3u8', (_request, reply) => sendPlaylist(reply, livePlaylist(loop, Date.now(), loopWindowSeconds)))
  app.get<{ Params: { key: string; file: string } }>('/media/demo/tv/:key/:file', ({ params: { key, file }, headers }, reply) => {
    const found = timelines.get(key)
    if (!found) return reply.callNotFound()
    const { channel, timeline } = found
    if (channel.userAgent && headers['user-agent'] !== channel.userAgent) return open(reply).code(403).send()
    const now = Date.now()
    if (file === 'live.m3u8') return sendPlaylist(reply, livePlaylist(timeline, now, channelWindowSeconds))
    const [, start, duration] = archiveFile.exec(file)?.map(Number) ?? []
    const isKept =
      start !== undefined &&
      duration !== undefined &&
      duration > 0 &&
      duration <= maxArchiveSeconds &&
      start * 1000 < now &&
      start * 1000 > now - archiveDays * 86_400_000
    return isKept ? sendPlaylist(reply, archivePlaylist(timeline, start, duration, now)) : reply.callNotFound()
  })
}
