import { expect, test } from 'vitest'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoOperator } from './demo.ts'
import { openShown } from './planted.ts'
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

test.each([
  ['phone', 'nl'],
  ['desktop', 'en'],
] as const)('every page of the console has no violations in either theme: %s, %s', { timeout: 300_000 }, async (size, language) => {
  const { stored } = await demoOperator('noor')
  const page = await visit({ stored, size })
  const found: string[] = []
  for (const path of ['', ...sections.map((name) => `/${name}`)]) {
    await openShown(page, `/${language}/operator${path}`)
    found.push(...(await axeViolationsInBothThemes(page)).map((one) => `${path}: ${one}`))
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  expect(found).toEqual([])
})

/** Enough for the longest page, and few enough to notice a trap. */
const mostStops = 250

test('the keyboard walks through every page of the console, sees each stop, and is caught by none', { timeout: 300_000 }, async () => {
  const { stored } = await demoOperator('noor')
  const page = await visit({ stored, size: 'desktop' })
  for (const name of sections) {
    await openShown(page, `/en/operator/${name}`)
    const stops: string[] = []
    let isThrough = false
    for (let press = 0; press < mostStops && !isThrough; press++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return null
        const { width, height, bottom, top } = focused.getBoundingClientRect()
        const label = focused.closest('label') ?? focused.parentElement!
        const shown = width > 1 && height > 1 ? { bottom, top } : label.getBoundingClientRect()
        const isSeen = shown.bottom > 0 && shown.top < innerHeight
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
      if (stop === null) isThrough = true
      else {
        expect([name, stop.text, stop.isSeen, stop.isNamed]).toEqual([name, stop.text, true, true])
        if (stop.isInMain) stops.push(stop.text)
      }
    }
    expect([name, isThrough]).toEqual([name, true])
    // The rail of sections, and the page.
    expect([name, stops.length > sections.length - 1]).toEqual([name, true])
  }
})

test('a section is chosen and a user found by keyboard alone', async () => {
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
