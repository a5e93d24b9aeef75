import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/**
 * What axe finds on a page that keeps people out: the rule and where, one line each. Frames of other sites are not ours to look into.
 * @param rules these alone
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // What moves is not there yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Around an open menu stand guards that take the focus and hand it on at once: no place to be, so they are hidden. axe lets that
  // pass where a modal covers the window; in the frame of a desktop it covers the frame alone, and axe sees none.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-base-ui-focus-guard]')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
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
