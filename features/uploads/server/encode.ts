import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageError } from '#kit/server/storage/storage-error.ts'
import { type Encoding, maxSeconds, runFfmpeg, threadArguments, splitArguments } from './ffmpeg.ts'
import { playlistName, soundName } from './files.ts'
import { inputArguments } from './media-tools.ts'
import { type Size, roundDownToEvenSize, scaleToShortSide } from './picture-size.ts'
import { InvalidFileError, type ProbeResult, probeFile, type AudioTrack } from './probe.ts'

/** Returns the playlist name of an audio track, without extension. */
const audioTrackName = (index: number) => (index === 0 ? 'sound' : `sound${index + 1}`)

/** Returns a language's name, in the language itself. */
function languageName(language: string): string | undefined {
  if (language === 'und') return undefined
  const name = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(language)
  return name && name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns unique track names: the title in the file, else the language. */
function nameAudioTracks(tracks: readonly AudioTrack[]): string[] {
  const names: string[] = []
  for (const [index, { title, language }] of tracks.entries()) {
    const name = title || languageName(language) || `Audio ${index + 1}`
    names.push(names.includes(name) ? `${name} (${index + 1})` : name)
  }
  return names
}

/** Replaces ffmpeg's track names (`audio_0`, …) in the playlist with names and languages. */
async function renameAudioTracks(folder: string, tracks: readonly AudioTrack[]): Promise<void> {
  const path = join(folder, playlistName)
  const names = nameAudioTracks(tracks)
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => {
    if (!line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO')) return line
    const position = tracks.findIndex((_, index) => line.includes(`URI="${audioTrackName(index)}.m3u8"`))
    if (position === -1) return line
    const { language } = tracks[position]!
    const attributes = `NAME="${names[position]}"${language === 'und' ? '' : `,LANGUAGE="${language}"`},AUTOSELECT=YES`
    return line.replace(/NAME="[^"]*"/, () => attributes)
  })
  await writeFile(path, lines.join('\n'))
}

/** Heights in px, with maximum bit rates. For videos in portrait, these are widths. */
const renditionLadder = [
  { height: 360, kilobits: 900 },
  { height: 720, kilobits: 2800 },
  { height: 1080, kilobits: 5500 },
] as const
const segmentSeconds = 6

/** Returns the renditions of a video: all heights up to its own, and its own height if the next lower one would lose much. */
function renditionsOf({ width, height }: Size): { height: number; kilobits: number }[] {
  const shortSide = Math.min(width, height)
  const renditionSizes: { height: number; kilobits: number }[] = renditionLadder.filter((rendition) => rendition.height <= shortSide)
  const highest = renditionSizes.at(-1)?.height ?? 0
  if (highest < 1080 && shortSide > highest * 1.3) {
    const { kilobits } = renditionLadder.find((rendition) => rendition.height >= shortSide) ?? renditionLadder.at(-1)!
    renditionSizes.push({ height: roundDownToEvenSize(shortSide), kilobits })
  }
  return renditionSizes
}

/** Detects segments that ffmpeg truncated without an error, for example because the disk was full for a moment. @throws StorageError */
async function assertComplete(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.m3u8') || name === playlistName) continue
    const ranges = (await readFile(join(folder, name), 'utf8')).matchAll(/\bBYTERANGE[:=]"?(\d+)@(\d+)/g)
    const end = Math.max(0, ...[...ranges].map(([, length, offset]) => Number(length) + Number(offset)))
    const { size } = await stat(join(folder, name.replace('.m3u8', '.mp4')))
    if (size < end) throw new StorageError('full', `${name} names ${end} bytes, and ${size} are there`)
  }
}

/** Parses ffmpeg's progress, which it writes once a second as `out_time_us=…`. */
const progressOf =
  ({ probed: { duration }, onProgress }: Encoding) =>
  (line: string) => {
    const [, microseconds] = /^out_time_us=(\d{1,15})$/.exec(line) ?? []
    if (microseconds !== undefined && duration) onProgress(Math.min(1, Number(microseconds) / 1e6 / duration))
  }
/** Returns the seconds of a media playlist; 0 if there is none. */
async function readSeconds(folder: string, name: string): Promise<number> {
  const playlist = await readFile(join(folder, `${name}.m3u8`), 'utf8').catch(() => '')
  return [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, length]) => sum + Number(length), 0)
}

/** Returns the seconds of a resulting audio file. @throws InvalidFileError if nothing was decoded */
async function readSoundSeconds({ tools, folder, signal }: Encoding): Promise<number> {
  const { duration } = await probeFile(tools, join(folder, soundName), { folder, signal })
  if (duration === null) throw new InvalidFileError('unreadable', 'there is no sound in it')
  return duration
}

/** Seconds that may be missing in complete files, because their durations are inexact. */
const toleratedSeconds = 3
/** Percentage that may be missing in complete files. */
const toleratedPercent = 2

/** Returns the percentage of the claimed duration that is missing in the seconds that were read; null if that is tolerated or unknown. */
function missingPercentOf({ duration: claimedSeconds, isDurationGuessed }: ProbeResult, seconds: number): number | null {
  if (claimedSeconds === null || isDurationGuessed || claimedSeconds - seconds <= toleratedSeconds) return null
  const percent = Math.round((100 * (claimedSeconds - seconds)) / claimedSeconds)
  return percent > toleratedPercent ? percent : null
}
const progressArguments = splitArguments('-progress pipe:1 -stats_period 1')
const soundArguments = splitArguments('-c:a aac -b:a 128k -ac 2 -ar 48000')

interface EncodedVideo {
  entry: string
  /** Duration in seconds. */
  duration: number
  /** Percentage of the video that is missing, because the file ends early; null if it is complete, or unknown. */
  missingPercent: number | null
}

/** Creates CMAF for HLS: a segment file with a playlist per height and audio track. For audio alone, one file. */
export async function encodeVideo(encoding: Encoding): Promise<EncodedVideo> {
  const { sounds } = encoding.probed
  try {
    return await encodeWith(encoding, sounds)
  } catch (error) {
    // If only an additional audio track is unreadable, encodes the video without additional tracks.
    if (!(error instanceof InvalidFileError) || error.reason !== 'unreadable' || sounds.length < 2) throw error
    return encodeWith(encoding, sounds.slice(0, 1))
  }
}

async function encodeWith(encoding: Encoding, sounds: readonly AudioTrack[]): Promise<EncodedVideo> {
  const { path, folder, probed } = encoding
  const input = [...threadArguments, ...inputArguments(path), '-t', String(maxSeconds), '-map_metadata', '-1', '-map_chapters', '-1']
  if (!probed.video) {
    const args = [...progressArguments, ...input, '-map', `0:${sounds[0]!.index}`, ...soundArguments, '-movflags', '+faststart', soundName]
    await runFfmpeg(encoding, args, progressOf(encoding))
    const seconds = await readSoundSeconds(encoding)
    // The file's duration is that of its longest track, but only the first one is encoded. So a shorter result doesn't prove a loss.
    const missingPercent = probed.sounds.length > 1 ? null : missingPercentOf(probed, seconds)
    return { entry: soundName, duration: Math.round(seconds), missingPercent }
  }
  const { displaySize, steadyRate } = probed.video
  const renditions = renditionsOf(displaySize)
  const size = (side: number) => {
    const { width, height } = scaleToShortSide(displaySize, side)
    return `scale=${width}:${height},setsar=1,format=yuv420p`
  }
  const parts = renditions.map((_, index) => `[part${index}]`).join('')
  const graph = [
    `[0:${probed.video.index}]${steadyRate === undefined ? '' : `fps=${steadyRate},`}split=${renditions.length}${parts}`,
    ...renditions.map(({ height }, index) => `[part${index}]${size(height)}[picture${index}]`),
  ].join(';')
  const video = renditions.flatMap(({ kilobits }, index) =>
    splitArguments(`-maxrate:v:${index} ${kilobits}k -bufsize:v:${index} ${2 * kilobits}k`),
  )
  const group = sounds.length ? ',agroup:sound' : ''
  const streams = [
    ...sounds.map((_, index) => `a:${index},agroup:sound,name:${audioTrackName(index)}${index === 0 ? ',default:yes' : ''}`),
    ...renditions.map(({ height }, index) => `v:${index}${group},name:v${height}`),
  ]
  await runFfmpeg(
    encoding,
    [
      ...progressArguments,
      ...input,
      '-filter_complex',
      graph,
      ...renditions.flatMap((_, index) => ['-map', `[picture${index}]`]),
      ...sounds.flatMap(({ index }) => ['-map', `0:${index}`]),
      ...soundArguments,
      ...splitArguments('-c:v libx264 -preset veryfast -crf 22 -profile:v high'),
      ...video,
      ...splitArguments('-fps_mode vfr -force_key_frames expr:gte(t,n_forced*2) -max_muxing_queue_size 4096'),
      ...splitArguments(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4`),
      ...splitArguments(`-hls_flags single_file+independent_segments -hls_segment_filename %v.mp4 -master_pl_name ${playlistName}`),
      '-var_stream_map',
      streams.join(' '),
      '%v.m3u8',
    ],
    progressOf(encoding),
  )
  const seconds = await readSeconds(folder, `v${renditions[0]!.height}`)
  if (seconds === 0) throw new InvalidFileError('unreadable', 'there is no picture in it')
  await assertComplete(folder)
  await renameAudioTracks(folder, sounds)
  // The audio may be longer than the picture.
  const soundSeconds = await Promise.all(sounds.map((_, index) => readSeconds(folder, audioTrackName(index))))
  const missingPercent = missingPercentOf(probed, Math.max(seconds, ...soundSeconds))
  return { entry: playlistName, duration: Math.round(seconds), missingPercent }
}
