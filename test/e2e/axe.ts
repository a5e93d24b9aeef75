import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright'
import { waitForAnimations } from './gestures.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The page with axe loaded. */
interface WindowWithAxe {
  axe?: typeof axe
}

/** Loads axe once per document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => (globalThis as WindowWithAxe).axe !== undefined)) return
  await frame.evaluate(source)
  await frame.evaluate(() => (globalThis as WindowWithAxe).axe!.configure({ allowedOrigins: ['<same_origin>'] }))
}

/**
 * Returns axe's findings, one line each with the rule and the element. Skips frames of other sites.
 * @param rules checks only these rules
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page)
  const origin = new URL(page.url()).origin
  for (const frame of page.frames()) if (frame === page.mainFrame() || frame.url().startsWith(origin)) await loadAxe(frame)
  return page.evaluate(async (rules) => {
    const findViolations = async () => {
      // Excludes Base UI's focus guards around an open menu. axe ignores them if a dialog covers the window, but in the desktop frame the
      // menu covers only the frame.
      const { violations } = await (globalThis as WindowWithAxe).axe!.run(
        { exclude: ['[data-base-ui-focus-guard]'] },
        {
          // Reports only violations, so that axe doesn't compute the positions of elements that pass.
          resultTypes: ['violations'],
          // Loads no style sheets, because only disabled rules read them.
          preload: { assets: ['media'] },
          // Disabled, because our labels for screen readers have more than the visible text, in another order. The rule is experimental in
          // axe 4.13.
          rules: { 'label-content-name-mismatch': { enabled: false } },
          ...(rules && { runOnly: { type: 'rule', values: rules } }),
        },
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    }
    // Repeats the check if the page changed during it. axe reads a page in steps, and would otherwise mix states of the page.
    let isChanged = false
    const observer = new MutationObserver(() => (isChanged = true))
    observer.observe(document, { childList: true, subtree: true })
    for (let attempt = 1; ; attempt++) {
      isChanged = false
      const found = await findViolations()
      if (found.length === 0 || !isChanged || attempt === 5) {
        observer.disconnect()
        return found
      }
    }
  }, rules)
}
/** Checks the dark theme, then the light one, which only differs in colours. */
export async function axeViolationsInBothThemes(page: Page): Promise<string[]> {
  const result = await axeViolations(page)
  await readColours(page, 'light-theme')
  const inLight = await axeViolations(page, ['color-contrast'])
  await readColours(page, 'dark-theme')
  return [...result, ...inLight.map((violation) => `light: ${violation}`)]
}

/** Simulates a theme change in another tab. */
const readColours = (page: Page, theme: string) =>
  page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }))
  }, theme)
