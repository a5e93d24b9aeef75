import { t } from '../texts.ts'

/** Browser names by pattern. The first match counts, so browsers that are based on another browser come before it. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bTizen\b/, 'Tizen'],
  [/\bWeb0S\b|\bwebOS\b/i, 'webOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const findName = (names: readonly [RegExp, string][], text: string) => names.find(([shape]) => shape.test(text))?.[1]

/** Parses browser and system from a `User-Agent` header. */
export const parseUserAgent = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: findName(browsers, userAgent),
  system: findName(systems, userAgent),
})

/** Names the device of a session: "Firefox on Linux". @returns undefined if it is unknown */
export function deviceName(userAgent: string): string | undefined {
  const { browser, system } = parseUserAgent(userAgent)
  return browser && system ? t('sessions.on', { browser, system }) : (browser ?? system)
}
