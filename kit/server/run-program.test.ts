import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { ProgramError, type ProgramLimits, runProgram } from './run-program.ts'

const folder = makeFolder('choice-programs')
const ampleLimits: ProgramLimits = { cpuSeconds: 20, memoryMiB: 4096, fileMiB: 10, timeoutMs: 20_000 }
const run = (script: string, limits: Partial<ProgramLimits> = {}, signal = new AbortController().signal) =>
  runProgram('/bin/sh', ['-c', script, 'sh', '$(id) `id` ; "'], { folder, limits: { ...ampleLimits, ...limits }, signal })
const kindOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => (error instanceof ProgramError ? error.kind : error))

test('arguments arrive unchanged, without our environment', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://u:secret@h/x')
  expect(await run('printf %s "$1"')).toBe('$(id) `id` ; "')
  expect(await run('env')).not.toContain('secret')
  vi.unstubAllEnvs()
  expect(await run('pwd; cat')).toBe(`${folder}\n`)
})

test('each complete line is reported, even if it arrives in parts', async () => {
  const lines: string[] = []
  await runProgram('/bin/sh', ['-c', 'printf one; sleep 0.1; printf "\\ntwo\\nthree"'], {
    folder,
    limits: ampleLimits,
    signal: new AbortController().signal,
    onLine: (line) => void lines.push(line),
  })
  expect(lines).toEqual(['one', 'two'])
})

test("a single endless line doesn't fill the memory", async () => {
  const endless = { folder, limits: ampleLimits, signal: new AbortController().signal, onLine: () => undefined }
  expect(await kindOf(runProgram('/bin/sh', ['-c', 'exec head -c 30000000 /dev/zero'], endless))).toBe('killed')
})

test('a program that ignores signals is killed nevertheless, with its children', async () => {
  const ignoringScript = "trap '' TERM INT HUP; (trap '' TERM; while :; do sleep 0.1; done) & echo $! > deaf; while :; do sleep 0.1; done"
  expect(await kindOf(run(ignoringScript, { timeoutMs: 1000 }))).toBe('killed')
  const child = readFileSync(join(folder, 'deaf'), 'utf8').trim()
  expect(child).toMatch(/^\d+$/)
  // A zombie process has no executable any more.
  await vi.waitFor(() => expect(existsSync(`/proc/${child}/exe`)).toBe(false), 20_000)
})

test('a failure is distinguished from a limit, with its error output', async () => {
  await expect(run('echo no such film >&2; exit 183')).rejects.toThrow('no such film')
  expect(await kindOf(run('exit 183'))).toBe('failed')
})

test.each<[string, string, Partial<ProgramLimits>]>([
  ['processor time', 'while :; do :; done', { cpuSeconds: 1 }],
  ['time', 'sleep 30', { timeoutMs: 300 }],
  ['the size of a file', 'exec head -c 3000000 /dev/zero > big', { fileMiB: 1 }],
  ['its output', 'exec head -c 3000000 /dev/zero', {}],
])('a program over its limit of %s is killed', async (_, script, limits) => {
  expect(await kindOf(run(script, limits))).toBe('killed')
})

test("a program can't reserve more memory than its limit", async () => {
  expect(await run('ulimit -v', { memoryMiB: 300 })).toBe(`${300 * 1024}\n`)
})

test('cancelled work kills the program with its children', async () => {
  const ending = new AbortController()
  const work = run('sleep 0.2; touch late & sleep 30', {}, ending.signal)
  ending.abort(new Error('cancelled'))
  await expect(work).rejects.toThrow('cancelled')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(existsSync(join(folder, 'late'))).toBe(false)
})

test('the program ends when its parent process is killed', async () => {
  const script = `import { runProgram } from '${join(import.meta.dirname, 'run-program.ts')}'
    void runProgram('/bin/sh', ['-c', 'echo $$ > pid; while :; do sleep 0.05; date > alive; done'], {
      folder: '${folder}', limits: ${JSON.stringify(ampleLimits)}, signal: new AbortController().signal })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script])
  await vi.waitFor(() => expect(existsSync(join(folder, 'alive'))).toBe(true), 20_000)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  server.kill('SIGKILL')
  await once(server, 'exit')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 20_000)
  expect(statSync(join(folder, 'alive')).isFile()).toBe(true)
}, 30_000)
