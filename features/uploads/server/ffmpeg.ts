import { availableParallelism } from 'node:os'
import { ProgramError, runProgram } from '#kit/server/run-program.ts'
import { assertNotFull } from './disk-space.ts'
import type { MediaTools } from './media-tools.ts'
import { InvalidFileError, type ProbeResult } from './probe.ts'

/** A conversion, whose results are written to `folder`. */
export interface Encoding {
  tools: MediaTools
  path: string
  /** File size in bytes. */
  size: number
  folder: string
  probed: ProbeResult
  signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Maximum seconds of a video that are converted. */
export const maxSeconds = 24 * 60 * 60

/** Splits arguments at spaces. None of the arguments may contain a space. */
export const splitArguments = (text: string) => text.split(' ')
export const threadArguments = ['-threads', String(Math.min(4, availableParallelism()))]
const commonArguments = splitArguments('-hide_banner -nostdin -loglevel error -y')

/** Runs ffmpeg. Reports a failure as a problem of the file, unless the disk is full. */
export async function runFfmpeg(
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
    await runProgram(tools.ffmpeg, [...commonArguments, ...args], { folder, limits, signal, ...(onLine && { onLine }) })
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    await assertNotFull(folder, error)
    throw new InvalidFileError(error.kind === 'killed' ? 'too_complex' : 'unreadable', error.message)
  }
  await assertNotFull(folder)
}

/** Waits for an optional output. @returns false if the file doesn't support the output */
export const runOptional = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof InvalidFileError) return false
      throw error
    },
  )
