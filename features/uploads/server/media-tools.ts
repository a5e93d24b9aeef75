import { findProgram } from '#kit/server/find-program.ts'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'

/** Paths of ffmpeg and ffprobe. */
export interface MediaTools {
  ffmpeg: string
  ffprobe: string
}
/** Settings of the programs, each a path or a name in `PATH`. */
export interface MediaToolPaths {
  ffmpegPath: string
  ffprobePath: string
}

const probeLimits = { cpuSeconds: 20, memoryMiB: 2048, fileMiB: 1, timeoutMs: 30_000 }

/** Paths of programs that were checked for the required features. */
const usablePrograms = new Set<string>()

async function canWriteH264(ffmpeg: string, options: { folder: string; signal: AbortSignal }): Promise<boolean> {
  if (usablePrograms.has(ffmpeg)) return true
  const encoders = await runProgram(ffmpeg, ['-hide_banner', '-encoders'], { ...options, limits: probeLimits }).catch((error: unknown) => {
    if (error instanceof ProgramError) return ''
    throw error
  })
  if (!/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return false
  usablePrograms.add(ffmpeg)
  return true
}

/** @returns undefined if a program is missing, or can't encode H.264 and AAC */
export async function findMediaTools(
  { ffmpegPath, ffprobePath }: MediaToolPaths,
  options: { folder: string; signal: AbortSignal },
): Promise<MediaTools | undefined> {
  const [ffmpeg, ffprobe] = [await findProgram(ffmpegPath), await findProgram(ffprobePath)]
  if (ffmpeg === undefined || ffprobe === undefined || !(await canWriteH264(ffmpeg, options))) return undefined
  return { ffmpeg, ffprobe }
}

/** Input formats that are allowed. Excludes formats that refer to other files or URLs (playlists, concat scripts, image sequences, SDP). */
const formats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mp3,aac,flac,wav,w64,aiff,amr,caf,mxf,rm,dv,h264,hevc,ac3,eac3,dts,au,nut,ivf'

/** Returns input options for both programs, which allow only local files. */
export const inputArguments = (path: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  formats,
  '-i',
  `file:${path}`,
]
