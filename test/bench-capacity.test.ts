/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folders.ts'

interface Figures {
  open_pages: { streams: number; kb_each: number; errors: object }
  levels: { viewers: number; sample: { errors: object; reads: { p99: number } }; cores: { server: number } }[]
  cpu_ms_viewer_hour: number
  kb_viewer_hour: number
  costs: { flow: string; cpu_ms: number }[]
}

function startBenchmark(...options: string[]) {
  const program = spawn(process.execPath, [join('scripts', 'tool.mjs'), 'bench/capacity.ts', '--quick', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '' },
  })
  let output = ''
  program.stdout.on('data', (text: Buffer) => (output += text.toString()))
  return { program, output: () => output }
}

test('the capacity benchmark prints its figures without an error', async () => {
  const folder = makeFolder('choice-capacity-test')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const json = join(folder, 'figures.json')
  const { program, output } = startBenchmark('--json', json)
  expect(await once(program, 'close')).toEqual([0, null])
  for (const line of ['open pages', 'viewers at once', "a viewer's hour", 'by processor time', 'calls alone'])
    expect(output()).toContain(line)
  const figures = JSON.parse(readFileSync(json, 'utf8')) as Figures
  expect([figures.open_pages.errors, ...figures.levels.map(({ sample }) => sample.errors)]).toEqual([{}, {}])
  expect(figures.open_pages.streams).toBe(40)
  expect(figures.cpu_ms_viewer_hour).toBeGreaterThan(0)
  expect(figures.kb_viewer_hour).toBeGreaterThan(0)
  expect(figures.costs.length).toBeGreaterThan(30)
})

test('an interruption leaves no process', async () => {
  const { program, output } = startBenchmark()
  while (!output().includes('open pages')) {
    expect(program.exitCode).toBeNull()
    await sleep(50)
  }
  const children = () => readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const before = children()
  expect(before.length).toBeGreaterThan(1)
  program.kill('SIGINT')
  expect(await once(program, 'close')).toEqual([1, null])
  const isAlive = (pid: string) => {
    try {
      return process.kill(Number(pid), 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => before.filter(isAlive)).toEqual([])
})
