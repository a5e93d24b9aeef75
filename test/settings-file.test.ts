import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseSettings } from '../scripts/settings-file.mjs'
import { makeFolder } from './folders.ts'

const folder = makeFolder('choice-settings')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Expected values are those of systemd 252.
test.each([
  ['spaces and brackets', 'A=Our TV <tv@club.example>', 'Our TV <tv@club.example>'],
  ['an ampersand', 'A=postgresql://u:p@db/x?a=1&b=2', 'postgresql://u:p@db/x?a=1&b=2'],
  ['a comma and a space', 'A=10.0.0.1, ::1', '10.0.0.1, ::1'],
  ['dollar signs', 'A=se$$cret$HOME${HOME}`id`', 'se$$cret$HOME${HOME}`id`'],
  ['signs of comments in a value', 'A=one #two ;three', 'one #two ;three'],
  ['spaces around', ' A = one two \t', 'one two'],
  ['nothing', 'A=', ''],
  ['double quotes', 'A="one  two "', 'one  two '],
  ['single quotes', 'A=\'one \\$ "two"\'', 'one \\$ "two"'],
  ['escapes in double quotes', 'A="\\"\\\\\\$\\`\\n"', '"\\$`\\n'],
  ['escapes without quotes', 'A=one\\"\\ \\two\\ ', 'one" two '],
  ['quotes in the middle', 'A=one"two"', 'one"two"'],
  ['quoted parts in a row', `A="one"'two' three`, 'onetwothree'],
  ['continued lines', 'A=one\\\ntwo\nB=x', 'onetwo'],
  ['continued lines in quotes', 'A="one\\\ntwo\nthree"', 'onetwo\nthree'],
  ['Windows line ends', 'A=one\r\nB=x\r\n', 'one'],
  ['the last of several values', 'A=one\n# A=two\n; A=three\nA=four', 'four'],
  ['equals signs', 'A=b=c==', 'b=c=='],
])('%s', (_title, text, value) => {
  expect(parseSettings(text)['A']).toBe(value)
})

test('ignores lines that set nothing', () => {
  expect(parseSettings('one\n=two\nthree four=1\nexport A=1\n3=x\n\n  # B=1\nC=1')).toEqual({ C: '1' })
})

const start = (env: Record<string, string>) => {
  const script = `import { loadSettingsFile } from './scripts/settings-file.mjs'; loadSettingsFile(); console.log(process.env.MAIL_FROM, process.env.CONTACT)`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })
  return { stdout, stderr, status }
}

test('commands use the settings of SETTINGS_FILE; the environment takes precedence, also with empty values', () => {
  const file = join(folder, 'choice.env')
  writeFileSync(file, 'MAIL_FROM=Our TV <tv@club.example>\nCONTACT=tv@club.example\n')
  expect(start({ SETTINGS_FILE: file }).stdout).toBe('Our TV <tv@club.example> tv@club.example\n')
  expect(start({ SETTINGS_FILE: file, CONTACT: '' }).stdout).toBe('Our TV <tv@club.example> \n')
  expect(start({}).stdout).toBe('undefined undefined\n')
  expect(start({ SETTINGS_FILE: join(folder, 'none') })).toEqual({
    stdout: '',
    stderr: `SETTINGS_FILE is "${join(folder, 'none')}", which cannot be read (ENOENT).\n`,
    status: 1,
  })
})
