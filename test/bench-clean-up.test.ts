import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const program = `
  import { cleanUpOnce } from './scripts/bench/clean-up.ts'
  import { start, stopAll } from './scripts/bench/product.ts'
  cleanUpOnce(stopAll)
  const { pid } = await start(['scripts/bench/hello.ts'], '/', {})
  process.stdout.write(String(pid) + '\\n')
`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a benchmark interrupted by %s stops its servers', async (signal) => {
  const bench = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [pid] = (await once(bench.stdout, 'data')) as [Buffer]
  expect(existsSync(`/proc/${String(pid).trim()}`)).toBe(true)
  bench.kill(signal)
  expect(await once(bench, 'close')).toEqual([1, null])
  expect(existsSync(`/proc/${String(pid).trim()}`)).toBe(false)
})
