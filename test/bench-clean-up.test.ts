import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const program = `
  import { cleanUpOnce } from './scripts/bench/clean-up.ts'
  import { startServer, stopServers } from './scripts/bench/product.ts'
  cleanUpOnce(stopServers)
  const { pid } = await startServer(['scripts/bench/bare-upload.ts'], '/', { FOLDER: 'none' })
  setInterval(() => process.stdout.write(String(pid) + '\\n'), 50)
`

async function startBenchmark() {
  const bench = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text] = (await once(bench.stdout, 'data')) as [Buffer]
  const [pid] = String(text).split('\n')
  const isServing = () => existsSync(`/proc/${pid}`)
  expect(isServing()).toBe(true)
  return { bench, isServing }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a benchmark interrupted by %s stops its servers', async (signal) => {
  const { bench, isServing } = await startBenchmark()
  bench.kill(signal)
  expect(await once(bench, 'close')).toEqual([1, null])
  expect(isServing()).toBe(false)
})

test('a benchmark whose output is closed stops its servers', async () => {
  const { bench, isServing } = await startBenchmark()
  bench.stdout.destroy()
  expect(await once(bench, 'close')).toEqual([1, null])
  expect(isServing()).toBe(false)
})
