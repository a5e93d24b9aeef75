import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What it is brought into. */
interface Checked {
  axe?: typeof axe
}

/** axe comes into each document once. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => (globalThis as Checked).axe !== undefined)) return
  await frame.evaluate(source)
  await frame.evaluate(() => (globalThis as Checked).axe!.configure({ allowedOrigins: ['<same_origin>'] }))
}

/**
 * What axe finds on a page that keeps people out: the rule and where, one line each. Frames of other sites are not ours to look into.
 * @param rules these alone
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // What moves is not there yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const origin = new URL(page.url()).origin
  for (const frame of page.frames()) if (frame === page.mainFrame() || frame.url().startsWith(origin)) await bringAxe(frame)
  return page.evaluate(async (rules) => {
    // Around an open menu stand guards that take the focus and hand it on at once: no place to be, so they are hidden. axe lets that
    // pass where a modal covers the window; in the frame of a desktop it covers the frame alone, and axe sees none.
    const { violations } = await (globalThis as Checked).axe!.run(
      { exclude: ['[data-base-ui-focus-guard]'] },
      {
        // Of what passes it would work out where that is, thing for thing.
        resultTypes: ['violations'],
        // On trial in axe up to 4.13. Names of ours say more than what is seen, in another order.
        rules: { 'label-content-name-mismatch': { enabled: false } },
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}
/** The same in both themes, dark first. They differ in their colours only. */
export async function axeViolationsInBothThemes(page: Page): Promise<string[]> {
  const found = await axeViolations(page)
  await paint(page, 'light-theme')
  const inLight = await axeViolations(page, ['color-contrast'])
  await paint(page, 'dark-theme')
  return [...found, ...inLight.map((violation) => `light: ${violation}`)]
}

/** As if it had been chosen in another tab. */
const paint = (page: Page, theme: string) =>
  page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }))
  }, theme)
