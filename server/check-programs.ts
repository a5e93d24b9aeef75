import { findProgram } from '#kit/server/find-program.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import type { Environment } from './config.ts'

/**
 * Without ffmpeg uploads are only cut into segments. An operator who names a program wants more than that.
 * @throws SetupError naming the first setting whose program cannot be run
 */
export async function checkPrograms(env: Environment): Promise<void> {
  for (const name of ['FFMPEG_PATH', 'FFPROBE_PATH']) {
    const given = env[name]?.trim()
    if (given && (await findProgram(given)) === undefined)
      throw new SetupError(`${name} is ${JSON.stringify(given)}, which is no program that can be run: install it, or leave ${name} empty.`)
  }
}
