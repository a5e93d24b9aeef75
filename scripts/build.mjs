// Makes `dist` from the sources: `dist/web` for browsers, `dist/server` for Node.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { alone, step } from './step.mjs'

const folders = ['features', 'kit', 'server', 'shell', 'ui', 'vite', 'web']
const files = [
  'index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'vite.config.ts',
  'vite.embed.config.ts',
  'vite.server.config.ts',
]
const dist = join(root, 'dist')
/** What `npm run build` made while an older build was there: a server may be running from that one. The next start puts it in place. */
const prepared = join(root, '.cache', 'prepared')
const lock = join(root, '.cache', 'setup.lock')

/** Is there a build, of whichever sources? */
export const isBuiltAtAll = () => isWhole(dist)

/** For a start: makes `dist` when it is missing or was made of other sources than those that are here. */
export async function build() {
  if (isBuiltFrom(dist, stamp())) return
  await alone(lock, async () => {
    const made = stamp()
    if (isBuiltFrom(dist, made)) return
    if (!isBuiltFrom(prepared, made)) await make(made, prepared)
    replace(prepared, dist)
  })
}

/** For an upgrade: builds what is here beside what runs, so that the stop is short. The first build is put in place at once. */
export async function prepareBuild() {
  await alone(lock, async () => {
    const made = stamp()
    if ([dist, prepared].some((folder) => isBuiltFrom(folder, made))) return console.log('Built already.')
    await make(made, prepared)
    if (!isBuiltAtAll()) replace(prepared, dist)
    else console.log('The next start uses it.')
  })
}

function replace(from, to) {
  rmSync(to, { recursive: true, force: true })
  renameSync(from, to)
}

/** Made aside and put in place when whole: an interrupted build leaves nothing that looks finished. */
async function make(made, place) {
  const part = join(root, '.cache', 'build')
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const run = (title, ...args) => step(title, process.execPath, [vite, 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'], root)
  await run('Building the web', '--outDir', join(part, 'web'))
  await run('Building the embedded player', '--config', 'vite.embed.config.ts', '--outDir', join(part, 'web', 'assets', 'embed'))
  await step('Compressing it', process.execPath, [join(root, 'scripts', 'compress.mjs'), join(part, 'web')], root)
  await run('Building the server', '--config', 'vite.server.config.ts', '--outDir', join(part, 'server'))
  writeFileSync(join(part, 'stamp'), made)
  replace(part, place)
}

const isWhole = (folder) =>
  ['stamp', 'web/index.html', 'web/assets/embed/manifest.json', 'server/main.js', 'server/sandbox.js'].every((file) =>
    existsSync(join(folder, file)),
  )
const isBuiltFrom = (folder, made) => isWhole(folder) && readFileSync(join(folder, 'stamp'), 'utf8') === made

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
