import { expect, test } from 'vitest'
import { demoOperator } from './demo.ts'
import { connect } from './product.ts'
import { chooseView, findInsertedText, openLoadedPage, plantEverywhere, type PlantedIds, plantedEnd } from './planted.ts'
import { visitors } from './visitors.ts'

const visit = visitors()

/** Pages of the console that show planted texts in their own views. */
const pagesOf = ({ user, kind }: PlantedIds) => [
  '',
  '/overview',
  '/people',
  `/people?query=${user}`,
  `/people/${user}`,
  `/reports?by=${user}`,
  '/reports',
  '/jobs',
  '/jobs?state=dead',
  `/jobs?kind=${kind}&state=dead`,
  '/storage',
  '/pages?page=globe',
  '/channels',
  '/names',
  '/settings',
  '/see-as',
  '/audit',
  `/audit?person=${user}`,
  '/tv',
  '/packages',
  '/coupons',
  '/ledger',
  `/ledger?user=${user}`,
]

let planted: Promise<PlantedIds> | undefined

test.each([
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const)('planted texts are shown as text on every page of the console: %s, %s', { timeout: 400_000 }, async (size, language) => {
  const { client, browserStorage } = await demoOperator('noor')
  const db = connect()
  const plantedTexts = await (planted ??= plantEverywhere(db, client)).finally(() => void db.destroy())
  const page = await visit({ browserStorage, size, expected: /status of 4\d\d|ERR_|blocked/ })
  if (size === 'phone') await page.setViewportSize({ width: 320, height: 640 })
  const problems: string[] = []
  let seen = 0
  const checkPage = async (pageName: string) => {
    problems.push(...(await findInsertedText(page)).map((item) => `${pageName}: ${item}`))
    if (((await page.locator('main').textContent()) ?? '').includes(plantedEnd)) seen++
  }
  for (const path of pagesOf(plantedTexts)) {
    // Phones load the page, whose data contains the texts. On other sizes, a call returns them.
    await openLoadedPage(page, `/${language}/operator${path}`, { isLoaded: size === 'phone' })
    await checkPage(path)
    // Opens the other views of the page, and its details.
    const views = page.locator('main [role=radiogroup] input[type=radio], main fieldset input[type=radio]')
    for (let index = 1; index < Math.min(await views.count(), 5); index++) {
      await chooseView(page, views.nth(index))
      await checkPage(`${path}, view ${index}`)
    }
  }
  expect([...new Set(problems)]).toEqual([])
  expect(seen).toBeGreaterThan(20)
})
