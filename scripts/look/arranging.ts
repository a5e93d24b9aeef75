import type { Page } from 'playwright'
import { type Act, press, type Screen, steps, unsent } from './acts.ts'
import type { DemoChannels } from './demo.ts'
import { text } from './texts.ts'

const arrange = press(text((t) => t.arranging.bar.arrange))

const section = (page: Page, name: string) => page.locator(`[data-shelf="${name}"] > nav [data-stop]`)
const group = (page: Page) => page.locator('[data-shelf="other"] > nav button[data-stop]').first()
/** The last movable channel of the shelf: groups come before it. */
const channel = (page: Page) => page.locator('[data-shelf="other"] > nav a[data-stop]').first()

/** Lifts something. */
const liftedOf =
  (thing: (page: Page) => ReturnType<typeof channel>): Act =>
  async (page) => {
    await unsent(page)
    await thing(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { x, y, width, height } = (await thing(page).boundingBox())!
    const top = Math.min(30, height / 2)
    await page.mouse.move(x + width / 2, y + top)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 9, y + top + 6, { steps: 3 })
    await page.locator('html[data-dragging]').waitFor({ state: 'attached' })
    await page.waitForTimeout(300)
  }
const lifted = liftedOf(channel)

/** Lifts the first of several selected ones. */
const selectedOf =
  (things: (page: Page) => ReturnType<typeof channel>, count: number): Act =>
  async (page) => {
    for (let at = 0; at < count; at++)
      await things(page)
        .nth(at)
        .click({ modifiers: ['Control'] })
  }

/** Drags the lifted item onto a disc or beside it: a share of the disc's width from its left. */
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

/** The user's bar while it is arranged, and a drag in it as a series of pictures. */
export function arrangingScreens({ group: id, own }: DemoChannels): Screen[] {
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
    { name: 'bar-drag-several', ...mine, act: steps(arrange, selectedOf(others, 2), liftedOf(channel), beside) },
    ...channelScreens(own.id),
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

const others = (page: Page) => page.locator('[data-shelf="other"] > nav a[data-stop]')
const cards = (page: Page) => page.locator('main [data-series] [data-card] > a')
const card = (page: Page) => cards(page).first()
const row = (place: number) => (page: Page) => page.locator('main [data-series]').nth(place)
const head = (place: number) => (page: Page) => row(place)(page).locator('h2')

/** A channel while it is arranged, and drags in it. */
function channelScreens(id: string): Screen[] {
  const dragged = (name: string, ...acts: readonly Act[]): Screen => ({
    name: `channel-drag-${name}`,
    path: `/my-playlists?playlist=${id}`,
    as: 'marieke',
    act: steps(press(text((t) => t.arranging.arrange.name)), ...acts),
  })
  const ontoSecondRow = over((page) => row(1)(page).locator('[data-card] > a').first(), 0.1)
  return [
    { ...dragged('0'), name: 'channel-arranging' },
    dragged('1-lifted', liftedOf(card)),
    dragged('2-over-place', liftedOf(card), ontoSecondRow),
    dragged('3-onto-row', liftedOf(card), over(head(1), 0.5)),
    dragged(
      '4-forbidden',
      liftedOf(card),
      over((page) => page.locator('nav[data-row] [aria-current]').first(), 0.5),
    ),
    dragged('5-dropped', liftedOf(card), ontoSecondRow, drop),
    dragged('several', selectedOf(cards, 3), liftedOf(card), ontoSecondRow),
    dragged('row', liftedOf(head(0)), over(head(1), 0.5)),
    dragged(
      'rows',
      selectedOf((page) => page.locator('main [data-series] h2'), 2),
      liftedOf(head(0)),
      over(head(1), 0.5),
    ),
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
