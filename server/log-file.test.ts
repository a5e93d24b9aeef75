import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createLog } from '#kit/server/log.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { type LogFileOptions, openLogFile, openStandardOutput } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'choice-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(path: string, options: Partial<LogFileOptions> = {}) {
  const notices: string[] = []
  const writer = await openLogFile({
    path,
    maxBytes: 10_000,
    maxFiles: 3,
    checkMs: 50,
    onNotice: (sentence) => notices.push(sentence),
    ...options,
  })
  return { writer, notices, log: createLog({ level: 'info', destination: writer }) }
}
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const pollOptions = { timeout: 8000, interval: 50 }

test('lines are on disk soon, and all of them after closing', async () => {
  const path = join(folder, 'log', 'choice.log')
  const { log, writer } = await open(path)
  log.info('first')
  await expect.poll(() => read(path), pollOptions).toContain('first')
  log.info('last')
  await writer.close()
  expect(read(path)).toContain('last')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o700)
})

test('a full log is rotated at the start and during writes, and only so many files are kept', async () => {
  const path = join(folder, 'full.log')
  writeFileSync(path, Buffer.alloc(10_001, 'a'))
  writeFileSync(`${path}.1`, 'older')
  writeFileSync(`${path}.2`, 'oldest')
  const { log, writer } = await open(path)
  expect([statSync(`${path}.1`).size, read(`${path}.2`)]).toEqual([10_001, 'older'])
  log.info({ filler: 'b'.repeat(10_000) }, 'much')
  await expect.poll(() => (log.info('more'), read(`${path}.1`)), pollOptions).toContain('much')
  log.info('after')
  await writer.close()
  expect(read(path)).toContain('after')
  expect(statSync(`${path}.2`).size).toBe(10_001)
  expect(existsSync(`${path}.3`)).toBe(false)
})

test('a single log file is emptied when full', async () => {
  const path = join(folder, 'single.log')
  writeFileSync(path, Buffer.alloc(10_001, 'a'))
  const { log, writer } = await open(path, { maxFiles: 1 })
  log.info('after')
  await writer.close()
  expect(read(path)).toMatch(/^\{.*after/)
  expect(existsSync(`${path}.1`)).toBe(false)
})

describe('a log file changed from outside', () => {
  test.each([
    ['moved', (path: string) => renameSync(path, `${path}.moved`)],
    ['removed', (path: string) => rmSync(path)],
  ])('%s: starts a new file without losing lines', async (caseName, touch) => {
    const path = join(folder, `${caseName}.log`)
    const { log, writer } = await open(path)
    log.info('before')
    await expect.poll(() => read(path), pollOptions).toContain('before')
    touch(path)
    await expect.poll(() => (log.info('later'), read(path)), pollOptions).toContain('later')
    await writer.close()
  })

  test('moved, then signalled: the next line is in the new file', async () => {
    const path = join(folder, 'told.log')
    const { log, writer } = await open(path)
    log.info('before')
    await expect.poll(() => read(path), pollOptions).toContain('before')
    renameSync(path, `${path}.moved`)
    writer.reopen()
    log.info('after')
    await writer.close()
    expect(read(`${path}.moved`)).not.toContain('after')
    expect(read(path)).toContain('after')
  })
})

describe('on a full disk', () => {
  const linkFullDisk = (name: string) => {
    const path = join(folder, name)
    symlinkSync('/dev/full', path)
    return path
  }

  test('writes do not block, one notice appears, and pending lines are written when there is room', async () => {
    const path = linkFullDisk('back.log')
    const { log, writer, notices } = await open(path)
    const started = performance.now()
    log.fatal({ filler: 'c'.repeat(5000) }, 'first')
    log.fatal('second')
    expect(performance.now() - started).toBeLessThan(500)
    await expect.poll(() => notices, pollOptions).toEqual([`The log (${path}) cannot be written (ENOSPC): Choice goes on without it.`])
    rmSync(path)
    await expect.poll(() => notices, pollOptions).toHaveLength(2)
    expect(notices[1]).toBe(`The log (${path}) is written again.`)
    await writer.close()
    expect(
      read(path)
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toEqual(['first', 'second'])
  })

  test('keeps up to a megabyte of lines, counts lost ones, and can be closed', async () => {
    const path = linkFullDisk('flood.log')
    const { log, writer, notices } = await open(path)
    for (let line = 0; line < 3000; line++) log.info({ filler: 'd'.repeat(1000) }, 'flood')
    await expect.poll(() => notices, pollOptions).toHaveLength(1)
    rmSync(path)
    await expect.poll(() => notices, pollOptions).toHaveLength(2)
    expect(Number(/; (\d+) lines are lost\.$/.exec(notices[1]!)?.[1])).toBeGreaterThan(1000)
    rmSync(path)
    symlinkSync('/dev/full', path)
    writer.reopen()
    log.info('lost')
    await writer.close()
    expect(notices).toHaveLength(3)
  })
})

test.each([
  ['/', 'EISDIR'],
  ['/proc/choice/choice.log', 'ENOENT'],
  [join(folder, 'a-file', 'choice.log'), 'ENOTDIR'],
  [join(folder, 'a-socket'), 'ENXIO'],
])('the log path %s is refused in one sentence', async (path, code) => {
  writeFileSync(join(folder, 'a-file'), '')
  const server = createServer().listen(join(folder, 'a-socket'))
  await once(server, 'listening')
  await expect(open(path)).rejects.toThrow(`LOG_FILE is "${path}", which is no file that can be written to (${code}).`)
  server.close()
})

describe('standard output', () => {
  /** Creates a stream like that of a slow or closed reader. */
  const output = (write: (callback: (error?: Error) => void) => void) =>
    new Writable({ write: (_chunk, _encoding, callback) => write(callback) }) as unknown as NodeJS.WriteStream

  test('a closed reader loses lines, with one notice', async () => {
    const notices: string[] = []
    const closedOutput = output((callback) => callback(Object.assign(new Error('gone'), { code: 'EPIPE' })))
    const writer = openStandardOutput((sentence) => notices.push(sentence), closedOutput)
    writer.write('one')
    writer.write('two')
    await expect
      .poll(() => notices, pollOptions)
      .toEqual(['The log (standard output) cannot be written (EPIPE): Choice goes on without it.'])
    await writer.close()
  })

  test('a slow reader has at most a megabyte of pending lines', async () => {
    let resumeWrite: (() => void) | undefined
    const slow = output((callback) => (resumeWrite = callback))
    const writer = openStandardOutput(() => undefined, slow)
    for (let line = 0; line < 3000; line++) writer.write('e'.repeat(1000))
    expect(slow.writableLength).toBeLessThan(1_100_000)
    expect(resumeWrite).toBeDefined()
  })
})
