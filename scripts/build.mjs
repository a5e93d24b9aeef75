// Builds the product from the sources: `dist/{id}/web` for browsers, `dist/{id}/server` for Node, `dist/{id}/migrations`. The id is a hash
// of the sources, so that a running server's files remain during another build. `dist/current` names the newest build.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { withLock, step } from './step.mjs'

const sourceFolders = ['features', 'kit', 'migrations', 'server', 'shell', 'ui', 'vite', 'web']
const sourceFiles = [
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
const currentFile = join(dist, 'current')
const lockFile = join(root, '.cache', 'setup.lock')
/** Number of builds that aren't deleted. A server may run from any of them. */
const maxBuilds = 6

const folderOf = (id) => join(dist, id)

/** Returns the folder of the build of these sources, or else of the newest build; undefined without a build. Writes no files. */
export function findBuild() {
  if (!existsSync(currentFile)) return
  const buildFolder = folderOf(hashSources())
  if (isWholeBuild(buildFolder)) return { folder: buildFolder, isCurrent: true }
  const newest = folderOf(readCurrent())
  return isWholeBuild(newest) ? { folder: newest, isCurrent: false } : undefined
}

const readCurrent = () => readFileSync(currentFile, 'utf8').trim()

/** Returns true if packages and builds can be written here. Under the systemd unit they can't. */
export function isTreeWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Builds the sources if their build doesn't exist. @returns the folder of the build */
export async function build() {
  let id = hashSources()
  if (!isReady(id)) await withLock(lockFile, async () => void (id = await makeBuild()))
  return folderOf(id)
}

const isReady = (id) => isWholeBuild(folderOf(id)) && existsSync(currentFile) && readCurrent() === id

async function makeBuild() {
  const id = hashSources()
  if (!isWholeBuild(folderOf(id))) await buildInto(folderOf(id))
  writeFileSync(`${currentFile}.part`, `${id}\n`)
  renameSync(`${currentFile}.part`, currentFile)
  removeOldBuilds(id)
  return id
}

function removeOldBuilds(id) {
  const oldBuilds = readdirSync(dist)
    .filter((name) => !name.startsWith('current') && name !== id)
    .map((name) => ({ path: join(dist, name), madeAt: statSync(join(dist, name)).mtimeMs }))
    .toSorted((a, b) => b.madeAt - a.madeAt)
  for (const { path } of oldBuilds.slice(maxBuilds - 1)) rmSync(path, { recursive: true, force: true })
}

/** Builds in a temporary folder, which is moved to `folder` when complete, so that an interrupted build never looks finished. */
async function buildInto(folder) {
  const part = join(root, '.cache', 'build')
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const run = (title, ...args) => step(title, process.execPath, [vite, 'build', ...args, '--emptyOutDir', '--logLevel', 'warn'], root)
  await run('Building the web', '--outDir', join(part, 'web'))
  await run('Building the embedded player', '--config', 'vite.embed.config.ts', '--outDir', join(part, 'web', 'assets', 'embed'))
  await step('Compressing it', process.execPath, [join(root, 'scripts', 'compress.mjs'), join(part, 'web')], root)
  await run('Building the server', '--config', 'vite.server.config.ts', '--outDir', join(part, 'server'))
  cpSync(join(root, 'migrations'), join(part, 'migrations'), { recursive: true })
  mkdirSync(dist, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  renameSync(part, folder)
}

const isWholeBuild = (folder) =>
  ['migrations', 'web/index.html', 'web/assets/embed/manifest.json', 'server/main.js', 'server/sandbox.js'].every((file) =>
    existsSync(join(folder, file)),
  )

/** Returns a hash of the sources, except tests and files that the server reads from the sources. */
function hashSources() {
  const hash = createHash('sha256')
  for (const file of [...sourceFolders.flatMap(listSources), ...sourceFiles].toSorted((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

const listSources = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('server/demo/assets/') || path.endsWith('.json'))
