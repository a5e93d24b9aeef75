import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './folders.ts'

/** A project that has only the two scripts that choose a Node. */
const folder = makeFolder('choice-node')
const npm = join(folder, 'npm.mjs')
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  for (const name of ['node.mjs', 'run']) cpSync(join('scripts', name), join(folder, 'scripts', name))
  writeFileSync(join(folder, 'hello.mjs'), 'console.log("hello", ...process.argv.slice(2))')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `hello.mjs` with scripts/run on a Node that claims to have another version or platform. */
function runHello(properties: { version?: string; platform?: string; arch?: string }, npmScript = '') {
  writeFileSync(npm, npmScript)
  const { version, ...others } = properties
  const code = `
    ${version ? `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })` : ''}
    Object.entries(${JSON.stringify(others)}).forEach(([key, value]) => Object.defineProperty(process, key, { value }))`
  const { stdout, stderr, status } = spawnSync('sh', ['scripts/run', 'hello.mjs', 'there'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      npm_execpath: npm,
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"`,
    },
  })
  return { stdout, stderr, status }
}

/** A program that replaces npm. It "installs" a Node that runs the real one. */
const fakeNpm = `
  import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  const prefix = process.argv[process.argv.indexOf('--prefix') + 1]
  const [name] = process.argv[3].split('@')
  const bin = join(prefix, 'node_modules', name, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), '#!/bin/sh\\nNODE_OPTIONS= exec ${process.execPath} "$@"\\n')
  chmodSync(join(bin, 'node'), 0o755)`

test('a recent enough Node is used directly', () => {
  for (const version of ['22.19.0', '22.23.3', '24.0.0', '26.1.0'])
    expect(runHello({ version })).toEqual({ stdout: 'hello there\n', stderr: '', status: 0 })
})

test('an old Node fetches a newer one once, with one line of output', () => {
  for (const version of ['20.19.0', '22.18.9', '23.11.0']) {
    rmSync(join(folder, '.cache'), { recursive: true, force: true })
    expect(runHello({ version, platform: 'linux', arch: 'x64' }, fakeNpm)).toEqual({
      stdout: 'hello there\n',
      stderr: `Choice needs Node 22.19 or newer, and this is ${version}: fetching Node 24.21.0 into .cache/node …\n`,
      status: 0,
    })
  }
  expect(runHello({ version: '20.19.0', platform: 'linux', arch: 'x64' }, 'throw new Error()')).toEqual({
    stdout: 'hello there\n',
    stderr: '',
    status: 0,
  })
})

test('one sentence says what to do if no Node can be fetched or run', () => {
  expect(runHello({ version: '20.19.0', platform: 'darwin', arch: 'arm64' })).toEqual({
    stdout: '',
    stderr:
      'Choice needs Node 22.19 or newer, and this is 20.19.0. There is no Node to fetch for darwin-arm64: install Node 24 from https://nodejs.org.\n',
    status: 1,
  })
  const linux = { version: '20.19.0', platform: 'linux', arch: 'x64' }
  const download = runHello(linux, 'process.stderr.write("no network\\n"); process.exitCode = 1')
  expect([download.status, download.stderr.split('\n')[1]]).toEqual([
    1,
    'Node 24.21.0 could not be fetched (no network): install Node 24 from https://nodejs.org.',
  ])
  const broken = runHello(linux, fakeNpm.replace('exec ', 'exec /nowhere'))
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining('Node 24.21.0 could not be fetched (')])
})
