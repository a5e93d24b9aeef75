import { findProgram } from '#kit/server/find-program.ts'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'

/** The programs that make of any film what players take. */
export interface MediaTools {
  ffmpeg: string
  ffprobe: string
}
/** As the settings name them: a path, or a name in the `PATH`. */
export interface MediaToolPaths {
  ffmpegPath: string
  ffprobePath: string
}

const probeLimits = { cpuSeconds: 20, memoryMiB: 2048, fileMiB: 1, timeoutMs: 30_000 }

/** Paths of programs that were found to do what is asked of them. */
const known = new Set<string>()

async function writesH264(ffmpeg: string, options: { folder: string; signal: AbortSignal }): Promise<boolean> {
  if (known.has(ffmpeg)) return true
  const encoders = await runProgram(ffmpeg, ['-hide_banner', '-encoders'], { ...options, limits: probeLimits }).catch((error: unknown) => {
    if (error instanceof ProgramError) return ''
    throw error
  })
  if (!/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return false
  known.add(ffmpeg)
  return true
}

/** @returns undefined where a program is missing, or can't write H.264 and AAC */
export async function findMediaTools(
  { ffmpegPath, ffprobePath }: MediaToolPaths,
  options: { folder: string; signal: AbortSignal },
): Promise<MediaTools | undefined> {
  const [ffmpeg, ffprobe] = [await findProgram(ffmpegPath), await findProgram(ffprobePath)]
  if (ffmpeg === undefined || ffprobe === undefined || !(await writesH264(ffmpeg, options))) return undefined
  return { ffmpeg, ffprobe }
}

/**
 * What a file may be read as. Formats that name other files or addresses (playlists, scripts that join files, sequences of pictures,
 * descriptions of sessions) are not among them.
 */
const formats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mp3,aac,flac,wav,w64,aiff,amr,caf,mxf,rm,dv,h264,hevc,ac3,eac3,dts,au,nut,ivf'

/** How both programs are told to open a file: as a file of this machine, and nothing else through it. */
export const inputArguments = (path: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  formats,
  '-i',
  `file:${path}`,
]
