// Finds a Chromium for tests: the system's, else Playwright's, else one from the system's packages if they can be installed. Prefers a
// headless Chromium, which takes a sixth less time.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const findSystemBrowser = () =>
  [...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))), ...places].find((path) =>
    existsSync(path),
  )

function findPlaywrightBrowser({ install }) {
  if (
    install &&
    spawnSync(join('node_modules', '.bin', 'playwright'), ['install', 'chromium'], { stdio: 'ignore', timeout: 300_000 }).status !== 0
  )
    return undefined
  try {
    const path = execFileSync(process.execPath, ['-e', "console.log(require('playwright').chromium.executablePath())"], {
      encoding: 'utf8',
    }).trim()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function installFromPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium from the system’s packages …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore', env }).status === 0
  apt('update')
  // Older systems have the headless browser only in the full package.
  if (!apt('install', '-y', headless)) apt('install', '-y', 'chromium')
  return findSystemBrowser()
}

/** Returns the path of a Chromium. Without one, reports that and returns undefined. */
export function findBrowser() {
  const configured = process.env.BROWSER_PATH
  const result =
    (configured && existsSync(configured) && configured) ||
    findSystemBrowser() ||
    findPlaywrightBrowser({ install: false }) ||
    findPlaywrightBrowser({ install: true }) ||
    installFromPackages()
  if (!result) console.error('No browser to test with: install Chromium, or name one in BROWSER_PATH.')
  return result
}
