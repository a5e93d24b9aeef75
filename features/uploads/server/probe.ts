import * as z from 'zod/mini'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'
import type { UploadFailure } from '../rules.ts'
import { inputArguments, type MediaTools } from './media-tools.ts'
import { displaySize, type Size, targetFrameRate } from './picture-size.ts'

/** A problem of the file itself. It is a final result, because a retry wouldn't change it. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
  readonly reason: UploadFailure
  constructor(reason: UploadFailure, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

interface Track {
  /** Index of the stream in the file. */
  index: number
  codec: string
  language: string
}
interface Picture extends Track {
  /** Size of the displayed picture, in square pixels. */
  displaySize: Size
}
export interface AudioTrack extends Track {
  title: string
}
/** The contents of a file. */
export interface ProbeResult {
  /** Duration in seconds according to the file; null if it has none. */
  duration: number | null
  /** Whether the duration is a guess from the bit rate, because the file names none. */
  isDurationGuessed: boolean
  /** `steadyRate` is the result of `targetFrameRate`. */
  video: (Picture & { steadyRate: string | undefined }) | null
  /** Audio tracks, the default one first. */
  sounds: AudioTrack[]
  /** Cover picture. */
  cover: Picture | null
  /** Text captions. */
  captions: Track[]
}

const limits = { cpuSeconds: 60, memoryMiB: 2048, fileMiB: 1, timeoutMs: 120_000 }
/** Limits per file. Files above `side`, `pixels`, `tracks` or `seconds` are refused; further captions and audio tracks are ignored. */
const fileLimits = { side: 8192, pixels: 40_000_000, tracks: 60, seconds: 24 * 60 * 60, captions: 20, sounds: 4 }
const textCodecs = ['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text']

const Stream = z.object({
  index: z.int(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  sample_aspect_ratio: z.optional(z.string()),
  r_frame_rate: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  disposition: z.optional(z.object({ attached_pic: z.optional(z.int()), default: z.optional(z.int()) })),
  side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
  tags: z.optional(z.object({ language: z.optional(z.string()), title: z.optional(z.string()) })),
})
const Output = z.object({
  streams: z.optional(z.array(Stream)),
  format: z.optional(z.object({ duration: z.optional(z.string()) })),
})

/** Converts `eng` to `en`, `dut` to `nl`. Returns `und` for tags that aren't two or three letters. */
function languageOf(tag: string | undefined): string {
  if (tag === undefined || !/^[A-Za-z]{2,3}$/.test(tag)) return 'und'
  return Intl.getCanonicalLocales(tag)[0] ?? 'und'
}

/** Returns a name that can be quoted in a playlist. */
const titleOf = (tag = '') =>
  tag
    .replaceAll(/[\p{Cc}\s"]+/gu, ' ')
    .trim()
    .slice(0, 100)

const isDecodable = ({ width = 0, height = 0 }: { [side in keyof Size]?: number | undefined }) =>
  Math.max(width, height) <= fileLimits.side && width * height <= fileLimits.pixels

function shownPicture({ index, codec, language, ...track }: Track & z.output<typeof Stream>): Picture {
  const { width = 0, height = 0, sample_aspect_ratio: aspect, side_data_list: sideData = [] } = track
  const rotation = sideData.find((data) => data.rotation !== undefined)?.rotation
  return { index, codec, language, displaySize: displaySize({ width, height, aspect, rotation }, fileLimits.side) }
}

/** @throws InvalidFileError if the file is unreadable, has neither video nor audio, or exceeds the limits */
export async function probeFile(
  { ffprobe }: MediaTools,
  path: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<ProbeResult> {
  const probedEntries = [
    'format=duration',
    'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,r_frame_rate,avg_frame_rate',
    'stream_disposition=attached_pic,default',
    'stream_side_data=rotation',
    'stream_tags=language,title',
  ].join(':')
  const args = ['-v', 'warning', '-hide_banner', '-show_entries', probedEntries, '-of', 'json', ...inputArguments(path)]
  let warnings = ''
  const onWarnings = (text: string) => void (warnings = text)
  const output = await runProgram(ffprobe, args, { folder, limits, signal, onWarnings }).catch((error: unknown) => {
    if (!(error instanceof ProgramError)) throw error
    throw new InvalidFileError(error.kind === 'killed' ? 'too_complex' : 'unreadable', error.message)
  })
  const { streams = [], format } = z.parse(Output, JSON.parse(output))
  if (streams.length > fileLimits.tracks) throw new InvalidFileError('too_complex', `${streams.length} tracks`)
  const tracks = streams.map(({ index, codec_name: codec = 'unknown', tags, ...rest }) => ({
    ...rest,
    index,
    codec,
    language: languageOf(tags?.language),
    title: titleOf(tags?.title),
  }))
  const pictures = tracks.filter((track) => track.codec_type === 'video' && track.codec !== 'unknown')
  const isCover = (track: (typeof tracks)[number]) => track.disposition?.attached_pic === 1
  const picture = pictures.find((track) => !isCover(track))
  const sounds = tracks
    .filter((track) => track.codec_type === 'audio' && track.codec !== 'unknown')
    .toSorted((a, b) => (b.disposition?.default ?? 0) - (a.disposition?.default ?? 0))
    .slice(0, fileLimits.sounds)
  if (!picture && !sounds.length) throw new InvalidFileError('not_video', 'neither picture nor sound')
  const { width = 0, height = 0 } = picture ?? {}
  if (picture && !(width > 0 && height > 0)) throw new InvalidFileError('unreadable', 'a picture without a size')
  if (!isDecodable({ width, height })) throw new InvalidFileError('too_complex', `${width} × ${height} pixels`)
  const cover = pictures.find((track) => isCover(track) && track.width && track.height && isDecodable(track))
  const duration = format?.duration === undefined ? null : Number(format.duration)
  if (duration !== null && duration > fileLimits.seconds) throw new InvalidFileError('too_complex', `${duration} s`)
  return {
    duration: duration !== null && duration > 0 ? duration : null,
    isDurationGuessed: warnings.includes('Estimating duration from bitrate'),
    video: picture ? { ...shownPicture(picture), steadyRate: targetFrameRate(picture.r_frame_rate, picture.avg_frame_rate) } : null,
    sounds: sounds.map(({ index, codec, language, title }) => ({ index, codec, language, title })),
    cover: cover ? shownPicture(cover) : null,
    captions: tracks
      .filter(({ codec_type: type, codec }) => type === 'subtitle' && textCodecs.includes(codec))
      .slice(0, fileLimits.captions),
  }
}
