import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { checkPrograms } from './run.ts'

const folder = makeFolder('choice-programs')

test.each(['FFMPEG_PATH', 'FFPROBE_PATH'])('the start fails if %s does not name a program', async (name) => {
  const file = join(folder, `${name}.sh`)
  await writeFile(file, '#!/bin/sh\n', { mode: 0o644 })
  for (const program of [join(folder, 'missing'), folder, file, 'no-such-program-in-the-path'])
    await expect(checkPrograms({ [name]: program })).rejects.toThrow(
      `${name} is ${JSON.stringify(program)}, which is no program that can be run`,
    )
  await chmod(file, 0o755)
  for (const setting of [file, 'sh', ' ', undefined]) await expect(checkPrograms({ [name]: setting })).resolves.toBeUndefined()
})
