import type { Page } from 'playwright'
import { type Act, press, type Screen, steps } from './acts.ts'
import { text } from './texts.ts'

const arrange = press(text((t) => t.curation.bar.arrange))

const section = (page: Page, name: string) => page.locator(`[data-shelf="${name}"] > nav [data-stop]`)
const group = (page: Page) => page.locator('[data-shelf="other"] > nav button[data-stop]').first()
/** The last one of the shelf that can be lifted: groups stand before it. */
const channel = (page: Page) => page.locator('[data-shelf="other"] > nav a[data-stop]').first()

/** The moments of a drag; nothing reaches the server, so that every picture begins with the same bar. */
const lifted: Act = async (page) => {
  await page.route('**/api/playlists/move', () => {})
  await channel(page).evaluate((disc) => disc.scrollIntoView({ block: 'center' }))
  const { x, y, width } = (await channel(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + 30)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 9, y + 36, { steps: 3 })
  await page.locator('html[data-dragging]').waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}

/** Carries what is lifted onto a disc, or beside it: a share of its width from its left. */
const over =
  (thing: (page: Page) => ReturnType<typeof channel>, share: number): Act =>
  async (page) => {
    const { x, y, width } = (await thing(page).boundingBox())!
    await page.mouse.move(x + width * share, y + 30, { steps: 8 })
    await page.waitForTimeout(350)
  }

const beside = over((page) => section(page, 'left').last(), 0.95)
const forbidden = over((page) => group(page), 0.03)
const onGroup = over((page) => group(page), 0.5)
const onPublic = over((page) => section(page, 'public').last(), 0.95)
const drop: Act = async (page) => {
  await page.mouse.up()
  await page.waitForTimeout(600)
}

/** The bar of one's own channels while it is arranged, and a drag in it as a series of pictures. */
export function arrangingScreens({ group: id }: { group: string }): Screen[] {
  const mine = { path: '/my-playlists', as: 'marieke' } as const
  const dragged = (name: string, ...acts: readonly Act[]): Screen => ({
    name: `bar-drag-${name}`,
    ...mine,
    act: steps(arrange, lifted, ...acts),
  })
  return [
    { name: 'bar-arranging', ...mine, act: arrange },
    { name: 'bar-arranging-filled', ...mine, filled: true, act: arrange },
    { name: 'bar-arranging-group', path: `/my-playlists?playlist-group=${id}`, as: 'marieke', act: arrange },
    { name: 'bar-menu', ...mine, act: (page) => page.locator('[data-own-bar] a[data-stop]').nth(2).click({ button: 'right' }) },
    dragged('1-lifted'),
    dragged('2-over-place', beside),
    dragged('3-over-public', onPublic),
    dragged(
      '4-onto-channel',
      over((page) => section(page, 'other').last(), 0.5),
    ),
    dragged('5-forbidden', forbidden),
    dragged('6-dwelling', onGroup),
    dragged('7-opened', onGroup, (page) => page.waitForTimeout(900)),
    dragged('8-dropped', beside, drop),
    {
      name: 'bar-drag-in-the-bar',
      ...mine,
      filled: true,
      act: steps(
        liftedInBar,
        over((page) => stops(page).nth(3), 0.95),
      ),
    },
  ]
}

const stops = (page: Page) => page.locator('[data-own-bar] a[data-stop]')
const liftedInBar: Act = async (page) => {
  const { x, y, width } = (await stops(page).nth(2).boundingBox())!
  await page.mouse.move(x + width / 2, y + 30)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 9, y + 32, { steps: 3 })
  await page.locator('html[data-dragging]').waitFor({ state: 'attached' })
}
