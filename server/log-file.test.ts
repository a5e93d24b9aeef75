import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#kit/server/log.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { openLogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'choice-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('lines are on disk soon, and all of them when it is closed', async () => {
  const path = join(folder, 'log', 'choice.log')
  const file = openLogFile(path)
  const log = createLog({ level: 'info', destination: file.destination })
  log.info('first')
  await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 5000 }).toContain('first')
  log.info('last')
  file.close()
  expect(readFileSync(path, 'utf8')).toContain('last')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a full log becomes the former one, at the start and while it is written', async () => {
  const path = join(folder, 'full.log')
  writeFileSync(path, Buffer.alloc(10_001, 'a'))
  const file = openLogFile(path, 10_000)
  const log = createLog({ level: 'info', destination: file.destination })
  expect(statSync(`${path}.1`).size).toBe(10_001)
  log.info({ filler: 'b'.repeat(10_000) }, 'much')
  await vi.waitFor(() => expect(readFileSync(`${path}.1`, 'utf8')).toContain('much'), { timeout: 8000, interval: 200 })
  log.info('after')
  file.close()
  expect(readFileSync(path, 'utf8')).toContain('after')
  expect(statSync(path).size).toBeLessThan(1000)
})
