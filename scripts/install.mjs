// Checks what every command needs: a recent Node, and the packages of the lockfile.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported, supported } from './node.mjs'
import { withLock, step } from './step.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/**
 * Ends the process with a message if this Node is too old. Commands in package.json use scripts/node.mjs instead, which fetches a newer
 * Node.
 */
export function requireNode() {
  if (isSupported(process.versions.node)) return
  console.error(
    `Choice needs Node ${supported} or newer, and this is ${process.versions.node}: use the npm commands, which fetch one, or install Node 24 from https://nodejs.org.`,
  )
  process.exit(1)
}

/** Installs the lockfile's packages if they are missing. @param development also installs packages for tests and checks */
export async function installPackages({ development = false } = {}) {
  if (!isMissing(development)) return
  await withLock(join(root, '.cache', 'setup.lock'), async () => {
    if (!isMissing(development)) return
    // Keeps installed development packages, which `--omit=dev` would remove.
    const scope = development || hasDevelopment() ? '--include=dev' : '--omit=dev'
    const npm = process.env.npm_execpath
    const [command, ...first] = npm && npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
    await step('Installing packages', command, [...first, 'ci', scope, '--no-audit', '--no-fund'], root)
  })
}

const lockOf = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages

/** Returns the list of installed packages. npm writes it last: if it is missing, an installation was interrupted. */
function readInstalledPackages() {
  try {
    return lockOf('node_modules/.package-lock.json')
  } catch {
    return undefined
  }
}

const hasDevelopment = () => Object.values(readInstalledPackages() || {}).some((entry) => entry.dev)

function isMissing(development) {
  const installedFolder = readInstalledPackages()
  if (!installedFolder) return true
  // Optional packages are left out, because only npm knows which of them this system needs.
  const needed = Object.entries(lockOf('package-lock.json')).filter(
    ([path, entry]) => path && !entry.optional && (development || !(entry.dev || entry.devOptional)),
  )
  return needed.some(
    ([path, { version }]) =>
      !installedFolder[path] || installedFolder[path].version !== version || !existsSync(join(root, path, 'package.json')),
  )
}
