import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { channels } from './television/channels.ts'
import { segmentSeconds, twoLanguageClip, type SpokenTrack } from './television/clips.ts'
import { archiveManifest, liveManifest, shiftTimestamps, findDubbedSegment } from './television/manifests.ts'
import { archivePlaylist, livePlaylist } from './television/hls-playlists.ts'
import { archiveDays, repeatClip, timelineOf } from './television/schedule.ts'
import { streamFolder } from './television/stream-folders.ts'

/** Length of the live window: half an hour for TV channels, and the minimum that players need for other streams. */
const channelWindowSeconds = 30 * 60
const loopWindowSeconds = 6 * segmentSeconds
const maxArchiveSeconds = 12 * 3600

const hls = 'application/vnd.apple.mpegurl'
const dash = 'application/dash+xml'
const segmentType = 'video/iso.segment'
const contentTypes: Readonly<Record<string, string>> = {
  m3u8: hls,
  m4s: segmentType,
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
}

/** `1795410000-2700.m3u8`: start in Unix seconds, and duration in seconds. */
const archiveFilePattern = /^(\d{9,10})-(\d{1,5})\.(?:m3u8|mpd)$/
const segmentFilePattern = /^(\d{9,10})\.m4s$/

const isTrack = (name: string): name is SpokenTrack => Object.hasOwn(twoLanguageClip.tracks, name)

interface DemoMediaOptions {
  /** Folder of the clips. */
  folder: string
  findStreamKey: () => Promise<Buffer>
}

/** Serves the demonstration's clips and live streams under `/media/demo/`. */
export async function serveDemoMedia(app: FastifyInstance, { folder, findStreamKey }: DemoMediaOptions): Promise<void> {
  const loop = repeatClip('corridor')
  const timelines = channels.map((channel) => ({ channel, timeline: timelineOf(channel) }))
  const findTimeline = async (name: string) => {
    const streamKey = await findStreamKey()
    return timelines.find(({ channel }) => streamFolder(channel, streamKey) === name)
  }
  // Allows players on any page.
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*')
  // Cached for half a segment, so that caches don't delay new segments.
  const sendList = (reply: FastifyReply, type: typeof hls | typeof dash, list: string) =>
    open(reply)
      .header('cache-control', `public, max-age=${segmentSeconds / 2}`)
      .type(type)
      .send(list)

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
  app.get('/media/demo/live/index.m3u8', (_request, reply) => sendList(reply, hls, livePlaylist(loop, Date.now(), loopWindowSeconds)))
  app.get<{ Params: { name: string; file: string } }>('/media/demo/tv/:name/:file', async ({ params: { name, file }, headers }, reply) => {
    const result = await findTimeline(name)
    if (!result) return reply.callNotFound()
    const { channel, timeline } = result
    if (channel.userAgent && headers['user-agent'] !== channel.userAgent) return open(reply).code(403).send()
    const now = Date.now()
    const isManifest = channel.isSpokenTwice === true && file.endsWith('.mpd')
    if (file === 'live.m3u8') return sendList(reply, hls, livePlaylist(timeline, now, channelWindowSeconds))
    if (file === 'live.mpd' && isManifest) return sendList(reply, dash, liveManifest(now, channelWindowSeconds))
    const [, start, duration] = archiveFilePattern.exec(file)?.map(Number) ?? []
    const isKept =
      start !== undefined &&
      duration !== undefined &&
      duration > 0 &&
      duration <= maxArchiveSeconds &&
      start * 1000 < now &&
      start * 1000 > now - archiveDays * 86_400_000
    if (!isKept || (file.endsWith('.mpd') && !isManifest)) return reply.callNotFound()
    return isManifest
      ? sendList(reply, dash, archiveManifest(start, duration, now))
      : sendList(reply, hls, archivePlaylist(timeline, start, duration, now))
  })
  app.get<{ Params: { track: string; file: string } }>('/media/demo/dash/:track/:file', async ({ params: { track, file } }, reply) => {
    const number = Number(segmentFilePattern.exec(file)?.[1])
    const ageSeconds = Date.now() / 1000 - (number + 1) * segmentSeconds
    // Segments that aren't complete yet, and segments older than the archive, don't exist.
    if (!isTrack(track) || !(ageSeconds >= 0 && ageSeconds < (archiveDays + 1) * 86_400)) return reply.callNotFound()
    const { file: clip, behind } = findDubbedSegment(track, number)
    return open(reply)
      .header('cache-control', 'public, max-age=3600')
      .type(segmentType)
      .send(shiftTimestamps(await readFile(join(folder, clip)), behind))
  })
}
