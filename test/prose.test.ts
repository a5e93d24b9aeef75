import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'prose-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, ...lines: string[]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}
function check(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/prose.mjs'), ...args], { cwd: folder, encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter(Boolean) }
}

describe('prose check', () => {
  test('passes plain sentences, code and quoted texts', () => {
    write(
      'docs/good.md',
      '# What is new',
      'Follows a channel. The call is idempotent.',
      '`nobody` is a system user.',
      '```sh',
      'echo nobody',
      '```',
    )
    write('features/x/contract.ts', "const a = { summary: 'Reorder followed items', description: 'Omitted items keep their order.' }")
    expect(check()).toEqual({ status: 0, problems: [] })
  })

  test('reports file, line and phrase in docs, contracts and comments', () => {
    write('docs/decisions/bad.md', '# Follows', '', 'Twice is once.')
    write('README.md', 'A channel is removed.', 'Who follows it is told.')
    write('features/x/contract.ts', 'const a = {', "  summary: 'Mail the one', description:", "    'Whoever ' + 'asks' }")
    write('kit/contract/x.ts', 'const nobody = 1', '/** Read by somebody. */', 'const b = 2 // it goes meanwhile')
    const { status, problems } = check()
    expect(status).toBe(1)
    expect(problems).toEqual([
      expect.stringContaining('README.md:2: “Who”'),
      expect.stringContaining('README.md:2: “told”'),
      expect.stringContaining('docs/decisions/bad.md:3: “Twice is once”'),
      expect.stringContaining('features/x/contract.ts:2: “Whoever”'),
      expect.stringContaining('kit/contract/x.ts:2: “somebody”'),
      expect.stringContaining('kit/contract/x.ts:3: “meanwhile”'),
    ])
  })

  test('refuses phrases that applied migrations still have, except there and in generated code', () => {
    for (const file of ['migrations/0300_baseline.sql', 'migrations/functions/jobs.sql']) write(file, '-- Without a sign of life.')
    write('kit/server/db/schema.gen.ts', '/** Without a sign of life. */')
    write('kit/server/db/jobs.ts', '/** Without a sign of life. */')
    expect(check().problems).toEqual([
      expect.stringContaining('kit/server/db/jobs.ts:1: “sign of life” (better: heartbeat)'),
      expect.stringContaining('migrations/functions/jobs.sql:1: “sign of life”'),
    ])
  })

  test('refuses a summary of more than 8 words', () => {
    write('features/x/contract.ts', "const a = { summary: 'Reorder followed items and keep those that are omitted' }")
    expect(check().problems).toEqual([expect.stringContaining('features/x/contract.ts:1: a summary of more than 8 words')])
  })

  test('refuses a decision of more than 40 lines', () => {
    write('docs/decisions/long.md', ...Array.from({ length: 40 }, () => 'A line.'))
    expect(check().problems).toEqual([])
    write('docs/decisions/long.md', ...Array.from({ length: 41 }, () => 'A line.'))
    expect(check().problems).toEqual([expect.stringContaining('docs/decisions/long.md:41: a decision of more than 40 lines')])
  })

  test('refuses commit subjects that are long or have no type, after the given commit only', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: folder })
    git('init', '--quiet')
    for (const subject of ['Older', 'fix(web): close the menu', 'Close the menu', `feat: add ${'x'.repeat(70)}`])
      git('commit', '--quiet', '--allow-empty', '-m', subject)
    const { problems } = check('--since', 'HEAD~3')
    expect(problems).toHaveLength(2)
    expect(problems).toContainEqual(expect.stringMatching(/^commit \w+ Close the menu: no Conventional Commits type$/))
    expect(problems).toContainEqual(expect.stringMatching(/^commit \w+ feat: add x+: a subject of more than 72 characters$/))
    expect(check()).toEqual({ status: 0, problems: [] })
  })
})
