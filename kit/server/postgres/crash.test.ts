import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#test/folders.ts'
import { SetupError } from '../setup-error.ts'
import { explainCrash } from './crash.ts'

const logFile = join(makeFolder('choice-crash'), 'postgres.log')
const lost = new SetupError('The migration 0300_baseline.sql failed and was undone: Connection terminated unexpectedly.')
const line = (text: string) => `2026-12-01 10:35:43.271 UTC [19950] ${text}\n`
const full = 'could not write to file "pg_wal/xlogtemp.19950": No space left on device'

test.each([
  [line(`PANIC:  ${full}`), `The database's disk is full: make room, then try again. (${full})`],
  [`${line('PANIC:  an older one')}${line('PANIC:  stuck spinlock')}${line('STATEMENT:  commit')}`, 'PostgreSQL crashed. (stuck spinlock)'],
  [`${line(`PANIC:  ${full}`)}${'x'.repeat(100_000)}`, lost.message],
  [line('FATAL:  terminating connection'), lost.message],
])('a lost connection is explained by the last crash in the log: %#', (log, message) => {
  writeFileSync(logFile, log)
  expect((explainCrash(lost, logFile) as Error).message).toBe(message)
})

test('other errors, and those of external servers, stay', () => {
  writeFileSync(logFile, line(`PANIC:  ${full}`))
  const other = new Error('syntax error')
  expect(explainCrash(other, logFile)).toBe(other)
  expect(explainCrash(lost, undefined)).toBe(lost)
})
