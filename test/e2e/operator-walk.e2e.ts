import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { openLoadedPage } from './planted.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

const sections = [
  'overview',
  'people',
  'audit',
  'see-as',
  'reports',
  'jobs',
  'storage',
  'pages',
  'channels',
  'names',
  'settings',
  'tv',
  'packages',
  'coupons',
  'ledger',
]

/** More stops than the longest page has, but few enough to notice a focus trap. */
const maxStops = 250

/** Returns the focused element; null after the last. */
const readStop = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const { width, height, bottom, top } = focused.getBoundingClientRect()
    const label = focused.closest('label') ?? focused.parentElement!
    const visibleBox = width > 1 && height > 1 ? { bottom, top } : label.getBoundingClientRect()
    const isSeen = visibleBox.bottom > 0 && visibleBox.top < innerHeight
    const text = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? ''
    const isNamed =
      text !== '' ||
      focused.hasAttribute('aria-labelledby') ||
      (focused as HTMLInputElement).labels?.length ||
      focused.querySelector('svg, img') !== null
    return {
      text: `${focused.tagName} ${text.slice(0, 30)}`,
      isSeen,
      isNamed: Boolean(isNamed),
      isInMain: focused.closest('main') !== null,
    }
  })

/**
 * Walks through a page with the Tab key, from top to end.
 * @returns problems: stops that are invisible or have no name, a focus trap, and too few stops
 */
async function walkByKeyboard(page: Page): Promise<string[]> {
  const problems: string[] = []
  let inMain = 0
  // Focuses the start of the document, as after a page load, because the link that was followed has the focus.
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let press = 0; press < maxStops; press++) {
    await page.keyboard.press('Tab')
    const stop = await readStop(page)
    // There must be more stops than those of the section rail.
    if (stop === null) return inMain > sections.length - 1 ? problems : [...problems, `has only ${inMain} stops`]
    if (!stop.isSeen) problems.push(`${stop.text} is out of sight`)
    if (!stop.isNamed) problems.push(`${stop.text} has no name`)
    if (stop.isInMain) inMain++
  }
  return [...problems, `has more than ${maxStops} stops`]
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test.each([
  ['phone', 'nl', ''],
  ['desktop', 'en', ', and the keyboard walks through it, sees each stop, and is caught by none'],
] as const)(
  'every page of the console has no violations in either theme: %s, %s%s',
  { timeout: 400_000 },
  async (size, language, alsoByKeyboard) => {
    const { browserStorage } = await demoOperator('noor')
    const page = await visit({ browserStorage, size })
    const results: string[] = []
    for (const path of ['', ...sections.map((name) => `/${name}`)]) {
      await openLoadedPage(page, `/${language}/operator${path}`)
      const violations = await axeViolationsInBothThemes(page)
      if (await isTooWide(page)) violations.push('is too wide')
      if (alsoByKeyboard && path !== '') violations.push(...(await walkByKeyboard(page)))
      results.push(...violations.map((item) => `${path}: ${item}`))
    }
    expect(results).toEqual([])
  },
)

test('an operator chooses a section and finds a user by keyboard alone', async () => {
  const { browserStorage } = await demoOperator('noor')
  const page = await visit({ browserStorage, size: 'desktop', path: '/en/operator/overview' })
  const link = page.locator('main').getByRole('link', { name: 'Users', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/en/operator/people')
  const field = page.getByRole('searchbox').last()
  await field.focus()
  await page.keyboard.type('demo.rita')
  const byRole = page.getByRole('link', { name: 'demo.rita', exact: true })
  await expect.poll(() => page.getByRole('list', { name: 'Users', exact: true }).getByRole('listitem').count()).toBe(1)
  await expect(byRole).toAppear()
  await byRole.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toContain('/operator/people/')
})
