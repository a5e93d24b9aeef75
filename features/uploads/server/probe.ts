import * as z from 'zod/mini'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'
import type { UploadFailure } from '../rules.ts'
import { inputArguments, type MediaTools } from './media-tools.ts'

/** What is wrong with a file itself: the outcome of its upload, which trying again would not change. */
export class BadFile extends Error {
  override readonly name = 'BadFile'
  readonly reason: UploadFailure
  constructor(reason: UploadFailure, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

interface Track {
  /** Its number in the file. */
  index: number
  codec: string
  language: string
}
/** What is in a file. */
export interface Probed {
  /** Seconds, as the file says; null when it does not. */
  duration: number | null
  video: (Track & { width: number; height: number }) | null
  audio: Track | null
  /** Captions that are text. */
  captions: Track[]
}

const limits = { cpuSeconds: 60, memoryMiB: 2048, fileMiB: 1, timeoutMs: 120_000 }
/** What is spent on one file: pixels of a picture, its sides, tracks, and seconds. */
const most = { side: 8192, pixels: 40_000_000, tracks: 60, seconds: 24 * 60 * 60, captions: 20 }
const textCodecs = ['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text']

const Stream = z.object({
  index: z.int(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  disposition: z.optional(z.object({ attached_pic: z.optional(z.int()) })),
  tags: z.optional(z.object({ language: z.optional(z.string()) })),
})
const Output = z.object({
  streams: z.optional(z.array(Stream)),
  format: z.optional(z.object({ duration: z.optional(z.string()) })),
})

/** `eng` and `dut` as browsers name them: `en`, `nl`. Unknown: `und`. */
function languageOf(tag: string | undefined): string {
  if (tag === undefined || !/^[A-Za-z]{2,3}$/.test(tag)) return 'und'
  return Intl.getCanonicalLocales(tag)[0] ?? 'und'
}

/** @throws BadFile for what can't be read, holds neither picture nor sound, or is more than is spent on one file */
export async function probeFile(
  { ffprobe }: MediaTools,
  path: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Probed> {
  const shown = 'format=duration:stream=index,codec_type,codec_name,width,height:stream_disposition=attached_pic:stream_tags=language'
  const args = ['-v', 'error', '-hide_banner', '-show_entries', shown, '-of', 'json', ...inputArguments(path)]
  const output = await runProgram(ffprobe, args, { folder, limits, signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramError)) throw error
    throw new BadFile(error.kind === 'killed' ? 'too_complex' : 'unreadable', error.message)
  })
  const { streams = [], format } = z.parse(Output, JSON.parse(output))
  if (streams.length > most.tracks) throw new BadFile('too_complex', `${streams.length} tracks`)
  const tracks = streams.map(({ index, codec_name: codec = 'unknown', tags, ...rest }) => ({
    ...rest,
    index,
    codec,
    language: languageOf(tags?.language),
  }))
  const picture = tracks.find((track) => track.codec_type === 'video' && track.disposition?.attached_pic !== 1 && track.codec !== 'unknown')
  const audio = tracks.find((track) => track.codec_type === 'audio' && track.codec !== 'unknown') ?? null
  if (!picture && !audio) throw new BadFile('not_video', 'neither picture nor sound')
  const { width = 0, height = 0 } = picture ?? {}
  if (picture && !(width > 0 && height > 0)) throw new BadFile('unreadable', 'a picture without a size')
  if (Math.max(width, height) > most.side || width * height > most.pixels) throw new BadFile('too_complex', `${width} × ${height} pixels`)
  const duration = format?.duration === undefined ? null : Number(format.duration)
  if (duration !== null && duration > most.seconds) throw new BadFile('too_complex', `${duration} s`)
  return {
    duration: duration !== null && duration > 0 ? duration : null,
    video: picture ? { ...picture, width, height } : null,
    audio,
    captions: tracks.filter(({ codec_type: type, codec }) => type === 'subtitle' && textCodecs.includes(codec)).slice(0, most.captions),
  }
}
