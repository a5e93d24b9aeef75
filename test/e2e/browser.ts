import { tmpdir } from 'node:os'
import { runOffsetMs } from '../clock/offset-date.mjs'
import { fastBase } from '../folders.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
  widest: { width: 2560, height: 1440 },
  /** The narrowest supported window. */
  narrow: { width: 320, height: 640 },
  /** A phone in landscape. */
  landscape: { width: 844, height: 390 },
  /** A window of 1280 × 1024 at 400 % zoom. */
  zoomed: { width: 320, height: 256 },
} as const
export type Size = keyof typeof sizes
/** Sizes that are used with a mouse; other sizes are used with touch. */
const withMouse: readonly Size[] = ['desktop', 'wide', 'widest']

/** The features that Playwright disables. Repeated here, because Chromium uses only the last such list. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages of address bar suggestions. Each window has two, which take half of its processor time. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** A process that Chromium starts in advance for a page that tests never open. */
const processesAhead = ['SpareRendererForSitePerProcess']

const quietArguments = [
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages, ...processesAhead].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

/**
 * Playwright makes Chromium share memory through files in the temporary folder, because containers may have little memory. On a disk, that
 * is slower.
 */
const replacedArguments = fastBase(1024 ** 3) === tmpdir() ? [] : ['--disable-dev-shm-usage']

/** Starts the Chromium of `BROWSER_PATH`, or else Playwright's own. As root, starts it without its sandbox, which root can't use. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env['BROWSER_PATH'] && { executablePath: process.env['BROWSER_PATH'] }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...quietArguments] : quietArguments,
    ignoreDefaultArgs: replacedArguments,
  })

export interface Visit {
  url: string
  size?: Size
  language?: 'en' | 'nl'
  theme?: 'dark-theme' | 'light-theme'
  /** Values in the local storage by key. By default, the bars of a first visit are dismissed. */
  browserStorage?: Readonly<Record<string, string>>
  /** True for animations. By default, visitors prefer reduced motion. */
  moves?: boolean
  /** True to replace the colours with those of the system. */
  forcedColors?: boolean
  /** False disables scripts. */
  scripts?: boolean | undefined
  /** True lets pages start their service worker. This takes an extra process, a sixth of a visit's time. */
  serviceWorker?: boolean
  /** How many ms the clock of the visitor's device is ahead. */
  clockAheadMs?: number
}

/** Opens a browser for a visitor: a context of its own with stored data. */
export async function openVisitorContext(
  browser: Browser,
  {
    url,
    size = 'phone',
    language = 'en',
    theme,
    browserStorage = {},
    moves = false,
    forcedColors = false,
    scripts = true,
    serviceWorker = false,
    clockAheadMs = 0,
  }: Visit,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    hasTouch: !withMouse.includes(size),
    locale: language === 'nl' ? 'nl-BE' : 'en-GB',
    timezoneId: 'Europe/Brussels',
    javaScriptEnabled: scripts,
    reducedMotion: moves ? 'no-preference' : 'reduce',
    forcedColors: forcedColors ? 'active' : 'none',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  const storageEntries = Object.entries({ cookies: 'true', hide_add_to_home_screen: 'true', ...(theme && { theme }), ...browserStorage })
  await context.addInitScript((entries) => {
    // Skips frames, because they have their own storage.
    if (window !== window.top) return
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, storageEntries)
  const shiftMs = runOffsetMs + clockAheadMs
  if (shiftMs) await context.addInitScript(shiftPageDate, shiftMs)
  return context
}

/** Runs in each page, before its scripts. */
function shiftPageDate(ms: number) {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    get: (target, key) => (key === 'now' ? () => RealDate.now() + ms : Reflect.get(target, key)),
    construct: (target, args: [number], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + ms], newTarget) as Date,
    apply: () => new RealDate(RealDate.now() + ms).toString(),
  })
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ms })
}

/** How many times slower each page's processor is. Responses are delayed by as many tenths of a second. */
const slowdown = Number(process.env['E2E_SLOWDOWN'] ?? 1)

/** Slows down the page and its responses as on a busy machine, to find tests that depend on timing. */
export async function throttle(page: Page): Promise<void> {
  if (slowdown === 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowdown * 100,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

interface Complaint {
  text: string
  /** Address of the request or of the script; empty if unknown. */
  address: string
}

/** Collects the page's uncaught errors, console errors, and responses with a status of 500 or more. */
export function listenForTrouble(page: Page): Complaint[] {
  const complaints: Complaint[] = []
  page.on('pageerror', (error) => complaints.push({ text: String(error), address: '' }))
  page.on('console', (message) => message.type() === 'error' && complaints.push({ text: message.text(), address: message.location().url }))
  page.on(
    'response',
    (response) => response.status() >= 500 && complaints.push({ text: `${response.status()} ${response.url()}`, address: '' }),
  )
  return complaints
}
