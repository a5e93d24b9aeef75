import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright'

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
 * Returns axe's violations, one line each with rule and element. Skips frames of other sites.
 * @param rules checks only these
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Waits for animations, which hide elements.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const origin = new URL(page.url()).origin
  for (const frame of page.frames()) if (frame === page.mainFrame() || frame.url().startsWith(origin)) await loadAxe(frame)
  return page.evaluate(async (rules) => {
    const findViolations = async () => {
      // Focus guards around an open menu pass the focus on at once, so they are hidden. axe ignores them if a modal covers the window; in
      // the desktop frame it covers only the frame, and axe detects no modal.
      const { violations } = await (globalThis as WindowWithAxe).axe!.run(
        { exclude: ['[data-base-ui-focus-guard]'] },
        {
          // For passes, axe would compute the location of each element.
          resultTypes: ['violations'],
          // No style sheets: only rules that are off read them.
          preload: { assets: ['media'] },
          // Experimental in axe up to 4.13. Our accessible names say more than the visible text, in another order.
          rules: { 'label-content-name-mismatch': { enabled: false } },
          ...(rules && { runOnly: { type: 'rule', values: rules } }),
        },
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    }
    // axe reads the page in steps. Where elements are replaced between them, it reports violations that no state of the page has.
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
/** Checks both themes, dark first. They differ in colours only. */
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
