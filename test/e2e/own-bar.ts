import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { describeBar, makeChannel, makeGroup } from '../channels.ts'
import type { Client } from '../serve.ts'
import { newUser } from './accounts.ts'
import { startDragging, waitForRender } from './gestures.ts'
import type { OpenVisit, VisitOptions } from './visitors.ts'

/** The user's bar at the start of each test, in the format of `readBar()`. */
export const initialOrder = 'archive Old1 | left Lark1l | groups Zoo(Xema1 Yak1) Hall(Hen1) | other Ant1 Bee1 Cat1 | public Pike3'

/**
 * Creates a user's bar of channels and groups before each test.
 * @returns the user's client, and functions that open the bar, describe the stored bar, and find the id of a channel or group
 */
export function ownBar(visit: OpenVisit) {
  let client: Client
  let browserStorage: Record<string, string>

  beforeAll(async () => {
    const person = await newUser()
    client = person.client
    browserStorage = { ...person.browserStorage, canceled_enter_fields_modal: 'true', fill_window: 'true' }
  })

  beforeEach(async () => {
    const myChannels = await client(channelsContract.listMyPlaylists, {})
    for (const { id } of [...myChannels.groups, ...myChannels.archivedGroups])
      await client(channelsContract.deleteGroup, { params: { id } })
    const { other, public: open, archive } = await client(channelsContract.listMyPlaylists, {})
    for (const { id } of [...other, ...open, ...archive]) await client(channelsContract.deletePlaylist, { params: { id } })
    const make = async (name: string, fields: Parameters<typeof makeChannel>[1] = {}) =>
      (await makeChannel(client, { name, status_id: 1, ...fields })).id
    await make('Lark', { is_left: true })
    await make('Pike', { status_id: 3 })
    const oldChannelId = await make('Old')
    await client(channelsContract.movePlaylists, { body: { playlists: [oldChannelId], section: 'archive' } })
    await makeGroup(client, [await make('Xema'), await make('Yak')], { name: 'Zoo' })
    await makeGroup(client, [await make('Hen')], { name: 'Hall' })
    for (const name of ['Ant', 'Bee', 'Cat']) await make(name)
  })

  return {
    client: ((endpoint, input) => client(endpoint, input)) as Client,
    readBar: () => describeBar(client),
    idOf: async (name: string) => {
      const { other, archive, public: open, groups } = await client(channelsContract.listMyPlaylists, {})
      return [...other, ...archive, ...open, ...groups].find((item) => item.name === name)!.id
    },
    open: async (visitor: VisitOptions = {}): Promise<Page> => {
      const page = await visit({ path: '/en/my-playlists', ...visitor, browserStorage })
      await expect(disc(page, 'Pike')).toAppear()
      return page
    },
  }
}
export const disc = (page: Page, name: string) =>
  page.locator('[data-own-bar] [data-stop]').filter({ hasText: new RegExp(`(^|[^a-z]|Selected)${name}$`) })
export const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
/** Finds a text beside the dragged copy that says what a drop would do. */
export const hint = (page: Page, text: string) => page.locator('[data-lifted]').getByText(text, { exact: true })
export const announcements = (page: Page) => () => page.locator('output').allTextContents()

/** Undoes the last step. Waits for the page's announcement, which would otherwise replace the next announcement. */
export async function undo(page: Page) {
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await announcements(page)()).some((words) => /^(Undone|Ongedaan gemaakt): /.test(words))).toBe(true)
}

/** Returns a point on a disc: its middle, or its left or right edge, where a drop goes beside it. */
export async function pointOn(locator: Locator, side: 'onto' | 'before' | 'behind' = 'onto') {
  const { x, y, width } = (await locator.boundingBox())!
  return { x: x + width * { onto: 0.5, before: 0.06, behind: 0.94 }[side], y: y + 30 }
}

/** Lifts a disc with the mouse and drags it, without dropping it. */
export async function dragTo(page: Page, name: string, to: string, side?: Parameters<typeof pointOn>[1]) {
  await startDragging(disc(page, name), { x: 8, y: 2 })
  await dragOn(page, to, side)
}

/** Drags the lifted disc further. */
export async function dragOn(page: Page, to: string, side?: Parameters<typeof pointOn>[1]) {
  // Follows the target until it stays in place, because items on the way move aside.
  let [x, y] = [NaN, NaN]
  for (let turn = 0; turn < 10; turn++) {
    const end = await pointOn(disc(page, to), side)
    if (end.x === x && end.y === y) break
    ;({ x, y } = end)
    await page.mouse.move(x, y, { steps: 6 })
    await waitForRender(page)
  }
}
