import { availableParallelism } from 'node:os'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'
import { StorageError } from '#kit/server/storage-error.ts'
import { assertNotFull } from './disk-space.ts'
import { playlistName, soundName, spriteName, thumbnailsName } from './files.ts'
import { inputArguments, type MediaTools } from './media-tools.ts'
import { BadFile, type Probed } from './probe.ts'

/** A file that is being made into others, which come to lie in `folder`. */
export interface Encoding {
  tools: MediaTools
  path: string
  /** Bytes of the file. */
  size: number
  folder: string
  probed: Probed
  signal: AbortSignal
  /** Hears how much of it is done, from 0 to 1. */
  onProgress: (done: number) => void
}

/** Heights in pixels (of an upright film: widths), with the most bits that a second of it takes. */
const ladder = [
  { height: 360, kilobits: 900 },
  { height: 720, kilobits: 2800 },
  { height: 1080, kilobits: 5500 },
] as const
const segmentSeconds = 6
const maxSeconds = 24 * 60 * 60

const even = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2))

/** What a film of this size is offered in: the heights that it has, and its own where the next one below would lose much of it. */
function renditionsOf({ width, height }: { width: number; height: number }): { height: number; kilobits: number }[] {
  const shortSide = Math.min(width, height)
  const rungs: { height: number; kilobits: number }[] = ladder.filter((rung) => rung.height <= shortSide)
  const highest = rungs.at(-1)?.height ?? 0
  if (highest < 1080 && shortSide > highest * 1.3) {
    const { kilobits } = ladder.find((rung) => rung.height >= shortSide) ?? ladder.at(-1)!
    rungs.push({ height: even(shortSide), kilobits })
  }
  return rungs
}

/** Arguments none of which has a space in it. */
const words = (text: string) => text.split(' ')
const common = words('-hide_banner -nostdin -loglevel error -y')

/** Runs ffmpeg; what it can't do is the file's fault, unless the disk is full. */
async function runFfmpeg(
  { tools, folder, signal, size, probed }: Encoding,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<void> {
  const limits = {
    cpuSeconds: Math.min(48 * 60 * 60, Math.round(900 + (probed.duration ?? maxSeconds / 4) * 60)),
    memoryMiB: 4096,
    fileMiB: Math.ceil((size / 1024 ** 2) * 2 + 2048),
    timeoutMs: 11 * 60 * 60 * 1000,
  }
  try {
    await runProgram(tools.ffmpeg, [...common, ...args], { folder, limits, signal, ...(onLine && { onLine }) })
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    await assertNotFull(folder, error)
    throw new BadFile(error.kind === 'killed' ? 'too_complex' : 'unreadable', error.message)
  }
  await assertNotFull(folder)
}

/** ffmpeg is content with segments that were cut off, as by a disk that was full for a moment. @throws StorageError */
async function assertWhole(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.m3u8') || name === playlistName) continue
    const ranges = (await readFile(join(folder, name), 'utf8')).matchAll(/\bBYTERANGE[:=]"?(\d+)@(\d+)/g)
    const end = Math.max(0, ...[...ranges].map(([, length, offset]) => Number(length) + Number(offset)))
    const { size } = await stat(join(folder, name.replace('.m3u8', '.mp4')))
    if (size < end) throw new StorageError('full', `${name} names ${end} bytes, and ${size} are there`)
  }
}

/** Hears ffmpeg's own report, `out_time_us=…` once a second. */
const progressOf =
  ({ probed: { duration }, onProgress }: Encoding) =>
  (line: string) => {
    const [, microseconds] = /^out_time_us=(\d{1,15})$/.exec(line) ?? []
    if (microseconds !== undefined && duration) onProgress(Math.min(1, Number(microseconds) / 1e6 / duration))
  }
const reporting = words('-progress pipe:1 -stats_period 1')
const threads = ['-threads', String(Math.min(4, availableParallelism()))]
const sound = words('-c:a aac -b:a 128k -ac 2 -ar 48000')

/** Makes CMAF for HLS, in each height a file of its segments beside a playlist; of sound alone, one file. @returns seconds of what was made */
export async function encode(encoding: Encoding): Promise<{ entry: string; duration: number }> {
  const { path, folder, probed } = encoding
  const input = [...threads, ...inputArguments(path), '-t', String(maxSeconds), '-map_metadata', '-1', '-map_chapters', '-1']
  if (!probed.video) {
    const args = [...reporting, ...input, '-map', `0:${probed.audio!.index}`, ...sound, '-movflags', '+faststart', soundName]
    await runFfmpeg(encoding, args, progressOf(encoding))
    return { entry: soundName, duration: Math.round(probed.duration ?? 0) }
  }
  const renditions = renditionsOf(probed.video)
  const size = (height: number) => `scale=w='if(gte(iw,ih),-2,${height})':h='if(gte(iw,ih),${height},-2)',setsar=1,format=yuv420p`
  const parts = renditions.map((_, at) => `[part${at}]`).join('')
  const graph = [
    `[0:${probed.video.index}]split=${renditions.length}${parts}`,
    ...renditions.map(({ height }, at) => `[part${at}]${size(height)}[picture${at}]`),
  ].join(';')
  const video = renditions.flatMap(({ kilobits }, at) => words(`-maxrate:v:${at} ${kilobits}k -bufsize:v:${at} ${2 * kilobits}k`))
  const group = probed.audio ? ',agroup:sound' : ''
  const streams = [
    ...(probed.audio ? ['a:0,agroup:sound,name:sound,default:yes'] : []),
    ...renditions.map(({ height }, at) => `v:${at}${group},name:v${height}`),
  ]
  await runFfmpeg(
    encoding,
    [
      ...reporting,
      ...input,
      '-filter_complex',
      graph,
      ...renditions.flatMap((_, at) => ['-map', `[picture${at}]`]),
      ...(probed.audio ? ['-map', `0:${probed.audio.index}`, ...sound] : []),
      ...words('-c:v libx264 -preset veryfast -crf 22 -profile:v high'),
      ...video,
      ...words('-fps_mode vfr -force_key_frames expr:gte(t,n_forced*2) -max_muxing_queue_size 4096'),
      ...words(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4`),
      ...words(`-hls_flags single_file+independent_segments -hls_segment_filename %v.mp4 -master_pl_name ${playlistName}`),
      '-var_stream_map',
      streams.join(' '),
      '%v.m3u8',
    ],
    progressOf(encoding),
  )
  const playlist = await readFile(join(folder, `v${renditions[0]!.height}.m3u8`), 'utf8').catch(() => '')
  const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, length]) => sum + Number(length), 0)
  if (seconds === 0) throw new BadFile('unreadable', 'there is no picture in it')
  await assertWhole(folder)
  return { entry: playlistName, duration: Math.round(seconds) }
}

/** Where in the film, of its length, pictures are taken among which its owner chooses; the first is its picture until then. */
const posterPlaces = [0.25, 0.1, 0.5, 0.8]

/** Pictures out of the film, as JPEG; fewer where it can't be read everywhere. */
export async function takePosters(encoding: Encoding, duration: number): Promise<Uint8Array[]> {
  const { path, folder, probed } = encoding
  if (!probed.video) return []
  const pictures: Uint8Array[] = []
  for (const [at, place] of posterPlaces.entries()) {
    const name = `poster-${at}.jpg`
    const size = "scale=w='min(1280,iw)':h=-2"
    const args = [
      ...threads,
      '-ss',
      (duration * place).toFixed(2),
      ...inputArguments(path),
      '-map',
      `0:${probed.video.index}`,
      '-frames:v',
      '1',
    ]
    const isTaken = await attempt(runFfmpeg(encoding, [...args, '-vf', size, '-q:v', '3', '-f', 'mjpeg', name]))
    const bytes = isTaken ? await readFile(join(folder, name)).catch(() => undefined) : undefined
    if (bytes?.length) pictures.push(bytes)
  }
  return pictures
}

const thumbnail = { width: 160, height: 90, columns: 10, max: 100 } as const

/** One picture of many small ones, and a WebVTT file that says which part of it shows which seconds. @returns whether there is one */
export async function makeThumbnails(encoding: Encoding, duration: number): Promise<boolean> {
  const { path, folder, probed } = encoding
  if (!probed.video || duration < 2) return false
  const { width, height, columns } = thumbnail
  const step = Math.max(2, Math.ceil(duration / thumbnail.max))
  const count = Math.ceil(duration / step)
  const box = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  const filter = `fps=1/${step},${box},tile=${columns}x${Math.ceil(count / columns)}`
  const args = [...threads, '-skip_frame', 'nokey', ...inputArguments(path), '-map', `0:${probed.video.index}`, '-frames:v', '1']
  if (!(await attempt(runFfmpeg(encoding, [...args, '-vf', filter, '-q:v', '5', '-f', 'mjpeg', spriteName])))) return false
  const time = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`
  const cues = Array.from({ length: count }, (_, at) => {
    const [x, y] = [(at % columns) * width, Math.floor(at / columns) * height]
    return `${time(at * step)} --> ${time(Math.min(duration, (at + 1) * step))}\n${spriteName}#xywh=${x},${y},${width},${height}`
  })
  await writeFile(join(folder, thumbnailsName), `WEBVTT\n\n${cues.join('\n\n')}\n`)
  return true
}

/** Captions that are in the file, as WebVTT that is not ours yet. */
export async function takeCaptions(encoding: Encoding): Promise<{ language: string; bytes: Uint8Array }[]> {
  const { path, folder, probed } = encoding
  const found: { language: string; bytes: Uint8Array }[] = []
  for (const { index, language } of probed.captions) {
    if (found.some((one) => one.language === language)) continue
    const name = `captions-${index}.vtt`
    if (!(await attempt(runFfmpeg(encoding, [...inputArguments(path), '-map', `0:${index}`, '-f', 'webvtt', name])))) continue
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes?.length) found.push({ language, bytes })
  }
  return found
}

/** What goes along with a film is left out where the file does not give it. */
const attempt = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof BadFile) return false
      throw error
    },
  )
