import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { makeChannel, makeGroup } from '../channels.ts'
import { waitForDrop, waitForRender } from './gestures.ts'
import { dragTo, disc, pointOn, ownBar } from './own-bar.ts'
import { visitors } from './visitors.ts'

const { client, open } = ownBar(visitors())

test('a bar of 300 channels and 30 groups is dragged to its end, and its scroll position is stored', { tags: ['slow'] }, async () => {
  const make = async (name: string) => (await makeChannel(client, { name, status_id: 1 })).id
  const ids: string[] = []
  for (let offset = 0; offset < 300; offset += 20)
    ids.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => make(`No ${offset + index}`)))))
  await makeGroup(client, ids.slice(0, 100), { name: 'Hundred' })
  for (let index = 0; index < 28; index++) await makeGroup(client, [ids[100 + index]!], { name: `Group ${index}` })
  const [first] = (await client(channelsContract.listMyPlaylists, {})).groups
  for (const { id } of first!.playlists)
    await client(channelsContract.removeGroupPlaylist, { params: { id: first!.id }, body: { playlist_id: id } })

  const page = await open({ size: 'desktop' })
  await dragTo(page, 'Lark', 'Zoo', 'before')
  const track = page.getByRole('navigation', { name: 'My channels' }).locator('> div').first()
  const { x, y, width } = (await track.boundingBox())!
  await page.mouse.move(x + width - 2, y + 30)
  const leftToScroll = () => track.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => scrollWidth - clientWidth - scrollLeft)
  await expect.poll(leftToScroll, { timeout: 40_000 }).toBeLessThan(2)
  const { other } = await client(channelsContract.listMyPlaylists, {})
  const last = other.at(-1)!.name
  const end = await pointOn(disc(page, last), 'behind')
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await waitForRender(page)
  await page.mouse.up()
  await expect.poll(async () => (await client(channelsContract.listMyPlaylists, {})).other.at(-1)!.name).toBe('Lark')

  // When the gap of the dragged group closes, the bar gets shorter.
  await waitForDrop(page)
  await expect.poll(leftToScroll).toBeLessThan(400)
  // Scrolls away from the end: right after a move, a reload first shows the cached bar, which may be some pixels shorter.
  await track.evaluate((element) => element.scrollBy({ left: -200, behavior: 'instant' }))
  const scrollLeftBefore = await track.evaluate(({ scrollLeft }) => scrollLeft)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('playlist-positions')))
    .toContain(`"bar":${Math.round(scrollLeftBefore)}`)
  await page.reload()
  await expect(disc(page, 'Pike')).toAppear()
  await expect.poll(() => track.evaluate(({ scrollLeft }) => Math.round(scrollLeft))).toBe(Math.round(scrollLeftBefore))

  // Two groups side by side: one of 100 channels, and one without channels.
  await page.goto('/en/my-playlists?archive=true')
  await page.getByRole('button', { name: 'Arrange channels' }).click()
  await disc(page, 'Hundred').click()
  await disc(page, 'Zoo').click()
  const tray = page.locator('[data-group]').filter({ hasText: 'Hundred' })
  await expect.poll(() => tray.locator('[data-stop]').count()).toBe(100)
  await expect(page.locator('[data-group]').filter({ hasText: 'Drop something here' })).toAppear()
})
