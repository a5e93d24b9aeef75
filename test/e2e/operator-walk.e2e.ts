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

/** Enough for the longest page, and few enough to notice a trap. */
const mostStops = 250

/** The focused element; null after the last one. */
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
 * Walks from the top of a page to its end by Tab.
 * @returns problems: invisible or unnamed stops, a focus trap, and too few stops
 */
async function walkByKeyboard(page: Page): Promise<string[]> {
  const bad: string[] = []
  let inMain = 0
  // As after a load: a link has focused the content.
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let press = 0; press < mostStops; press++) {
    await page.keyboard.press('Tab')
    const stop = await readStop(page)
    // The rail of sections, and the page.
    if (stop === null) return inMain > sections.length - 1 ? bad : [...bad, `has only ${inMain} stops`]
    if (!stop.isSeen) bad.push(`${stop.text} is out of sight`)
    if (!stop.isNamed) bad.push(`${stop.text} has no name`)
    if (stop.isInMain) inMain++
  }
  return [...bad, `has more than ${mostStops} stops`]
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test.each([
  ['phone', 'nl', ''],
  ['desktop', 'en', ', and the keyboard walks through it, sees each stop, and is caught by none'],
] as const)(
  'every page of the console has no violations in either theme: %s, %s%s',
  { timeout: 400_000 },
  async (size, language, alsoByKeyboard) => {
    const { stored } = await demoOperator('noor')
    const page = await visit({ stored, size })
    const found: string[] = []
    for (const path of ['', ...sections.map((name) => `/${name}`)]) {
      await openLoadedPage(page, `/${language}/operator${path}`)
      const bad = await axeViolationsInBothThemes(page)
      if (await isTooWide(page)) bad.push('is too wide')
      if (alsoByKeyboard && path !== '') bad.push(...(await walkByKeyboard(page)))
      found.push(...bad.map((one) => `${path}: ${one}`))
    }
    expect(found).toEqual([])
  },
)

test('an operator chooses a section and finds a user by keyboard alone', async () => {
  const { stored } = await demoOperator('noor')
  const page = await visit({ stored, size: 'desktop', path: '/en/operator/overview' })
  const link = page.locator('main').getByRole('link', { name: 'Users', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/en/operator/people')
  const field = page.getByRole('searchbox').last()
  await field.focus()
  await page.keyboard.type('demo.rita')
  const found = page.getByRole('link', { name: 'demo.rita', exact: true })
  await expect.poll(() => page.getByRole('list', { name: 'Users', exact: true }).getByRole('listitem').count()).toBe(1)
  await expect(found).toAppear()
  await found.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toContain('/operator/people/')
})
