// Makes `dist` from the sources: `dist/web` for browsers, `dist/server` for Node.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { alone, step } from './step.mjs'

const folders = ['features', 'kit', 'server', 'ui', 'web']
const files = [
  'index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'vite.config.ts',
  'vite.server.config.ts',
]
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp')
const entries = [join(dist, 'web', 'index.html'), join(dist, 'server', 'main.js')]

/** Builds when `dist` is missing or was made of other sources than those that are here. */
export async function build() {
  if (isBuilt(stamp())) return
  await alone(join(root, '.cache', 'setup.lock'), async () => {
    const made = stamp()
    if (isBuilt(made)) return
    // Made aside and put in place when whole: an interrupted build leaves nothing that looks finished.
    const part = join(root, '.cache', 'build')
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { recursive: true })
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const run = (title, ...args) => step(title, process.execPath, [vite, 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'], root)
    await run('Building the web', '--outDir', join(part, 'web'))
    await step('Compressing it', process.execPath, [join(root, 'scripts', 'compress.mjs'), join(part, 'web')], root)
    await run('Building the server', '--config', 'vite.server.config.ts', '--outDir', join(part, 'server'))
    writeFileSync(join(part, 'stamp'), made)
    rmSync(dist, { recursive: true, force: true })
    renameSync(part, dist)
  })
}

const isBuilt = (made) => [stampFile, ...entries].every((file) => existsSync(file)) && readFileSync(stampFile, 'utf8') === made

/** Tells one state of the sources from another. Tests are no part of what is built, nor is what the server reads by itself. */
function stamp() {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap(listSources), ...files].sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

const listSources = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('server/demo/assets/') || path.endsWith('.json'))
