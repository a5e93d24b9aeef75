import { runOffsetMs } from '../clock/offset-date.mjs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
  /** The narrowest window that everything has to work in. */
  narrow: { width: 320, height: 640 },
  /** A phone on its side. */
  landscape: { width: 844, height: 390 },
  /** A window of 1280 × 1024 at 400 %. */
  zoomed: { width: 320, height: 256 },
} as const
export type Size = keyof typeof sizes
/** Sizes that are used with a mouse; the others with a finger. */
const withMouse: readonly Size[] = ['desktop', 'wide']

/** What Playwright turns off: of several such lists Chromium takes the last one alone. */
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
/** Suggestions of the address bar are pages of their own, two in each window: half of the processor time that a window costs. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** For each page that comes a process was started for the next one, in a browser context that never has another. */
const processesAhead = ['SpareRendererForSitePerProcess']

const quiet = [
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages, ...processesAhead].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

/** The Chromium of `BROWSER_PATH`, else Playwright's own. As root it has no sandbox to run in. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env['BROWSER_PATH'] && { executablePath: process.env['BROWSER_PATH'] }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet,
  })

export interface Visit {
  url: string
  size?: Size
  language?: 'en' | 'nl'
  theme?: 'dark-theme' | 'light-theme'
  /** Things that a person's browser keeps: local storage by key. The bars of a first visit have been answered unless told. */
  stored?: Readonly<Record<string, string>>
  /** Things move: this person has not asked for less motion, as all others have. */
  moves?: boolean
  /** The system's own colours take the place of ours. */
  forcedColors?: boolean
  /** False: no scripts run. */
  scripts?: boolean | undefined
  /** Pages start their service worker, as everybody's do: a process more for each person, which costs a sixth of what a visit does. */
  serviceWorker?: boolean
}

/** A person's browser: a context of its own, with what that person chose earlier. */
export async function newPerson(
  browser: Browser,
  {
    url,
    size = 'phone',
    language = 'en',
    theme,
    stored = {},
    moves = false,
    forcedColors = false,
    scripts = true,
    serviceWorker = false,
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
  const kept = Object.entries({ cookies: 'true', hide_add_to_home_screen: 'true', ...(theme && { theme }), ...stored })
  await context.addInitScript((entries) => {
    // Frames keep what is theirs.
    if (window !== window.top) return
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, kept)
  if (runOffsetMs) await context.addInitScript(shiftPageDate, runOffsetMs)
  return context
}

/** Runs in each page, before its scripts. */
function shiftPageDate(ms: number) {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    get: (target, key) => (key === 'now' ? () => RealDate.now() + ms : Reflect.get(target, key)),
    construct: (target, args: [number], made) => Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + ms], made) as Date,
    apply: () => new RealDate(RealDate.now() + ms).toString(),
  })
}

/** How many times slower than this machine each page's processor is; its answers come as many tenths of a second later. */
const slowdown = Number(process.env['E2E_SLOWDOWN'] ?? 1)

/** Finds tests that hold by chance: what they wait for comes late, as on a busy machine. */
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
  /** Of what was asked for, or of the script; empty where it is not known. */
  address: string
}

/** What the page's console and the network complained about; a test ends with expecting none. */
export function listenForTrouble(page: Page): Complaint[] {
  const trouble: Complaint[] = []
  page.on('pageerror', (error) => trouble.push({ text: String(error), address: '' }))
  page.on('console', (message) => message.type() === 'error' && trouble.push({ text: message.text(), address: message.location().url }))
  page.on('response', (answer) => answer.status() >= 500 && trouble.push({ text: `${answer.status()} ${answer.url()}`, address: '' }))
  return trouble
}
