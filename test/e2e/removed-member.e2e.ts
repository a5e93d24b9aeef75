import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { axeViolations } from './axe.ts'
import { waitForCode, createFinger, settledPoint, startDragging, waitForDrag } from './gestures.ts'
import { makeTeamChannel, videoCard } from './team-channel.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()
// While offline, a page may learn of a deletion over its open stream. The code that shows it then doesn't load at first.
const expectedErrors = /ERR_INTERNET_DISCONNECTED|status of 40[34]|Code did not load/

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

test.each(views)(
  'removing a member during a drag ends the drag quietly, and the page shows who removed them: %s, %s',
  async (size, language) => {
    const { channels: c, arranging: a } = textsIn(language)
    const name = `Dragged ${size}`
    const { channelId, admin, adminName, member, order, remove } = await makeTeamChannel(name)
    const open = ({ browserStorage }: typeof member) =>
      visit({
        browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
        size,
        language,
        path: `/${language}/my-playlists?playlist=${channelId}`,
        expected: expectedErrors,
      })
    const [page, other] = [await open(member), await open(admin)]
    await expect(page.locator('[data-faces]')).toAppear()
    const card = videoCard(page, 'One 1')
    if (size === 'desktop') await startDragging(card, { x: 40, y: 4 })
    else {
      await page.getByRole('button', { name: a('arrange.name') }).click()
      const finger = await createFinger(page)
      await expect(page.getByText(a('arrange.done'))).toAppear()
      await finger.pressAt(await settledPoint(card))
      await waitForDrag(page)
    }
    await remove()
    await waitForDrag(page, 'detached')
    await expect(page.getByRole('heading', { name: c('channel.lost') })).toAppear()
    await expect(page.getByText(c('errors.lost_removed', { person: adminName, team: name }))).toAppear()
    if (size === 'desktop') await page.mouse.up()
    expect(await page.locator('[data-lifted], [data-lifted-from]').count()).toBe(0)
    expect(await page.locator('[data-toasts] > *').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await takeScreenshot(page, `lost-${size}`)
    // The other member's page still works.
    await expect(other.locator('[data-faces]')).toDisappear()
    expect(await order()).toBe('1 2 3 4 5')
  },
)

test.each(views)('waiting moves of a removed member are shown with the reason, and can be copied: %s, %s', async (size, language) => {
  const { channels: c, arranging: a } = textsIn(language)
  const name = `Queued ${size}`
  const { teamId, channelId, admin, adminName, member, order } = await makeTeamChannel(name)
  const page = await visit({
    browserStorage: { ...member.browserStorage, canceled_enter_fields_modal: 'true' },
    size,
    language,
    path: `/${language}/my-playlists?playlist=${channelId}`,
    expected: expectedErrors,
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = videoCard(page, 'One 5')
  const moveEarlier = async () => {
    await card.focus()
    await page.keyboard.press('Shift+ArrowLeft')
  }
  await expect(card).toAppear()
  const answered = page.waitForResponse((response) => response.url().includes('/api/videos/'))
  await moveEarlier()
  await answered
  await expect.poll(order).toBe('1 2 3 5 4')
  // Loads the code now, because it couldn't load offline.
  await waitForCode(page, 'WaitingMoves')
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await page.context().setOffline(true)
  await moveEarlier()
  await moveEarlier()
  await expect(page.getByText(a('waiting.waiting', { count: 2 }))).toAppear()
  await admin.client(teamsContract.deleteTeam, { params: { id: teamId } })
  await page.context().setOffline(false)
  const bar = page.locator('[data-bar]', { hasText: a('waiting.refused', { count: 2 }) })
  await expect(bar).toAppear()
  const why = c('errors.lost_deleted', { person: adminName, team: name })
  expect(await bar.innerText()).toContain(why)
  await bar.getByRole('button', { name: a('waiting.copy') }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(why)
  await expect(page.getByRole('heading', { name: c('channel.lost') })).toAppear()
  expect(await axeViolations(page)).toEqual([])
  // The waiting moves were sent once more, and had no effect.
  const { series } = await admin.client(channelsContract.getPlaylist, { params: { id: channelId } })
  expect(series[0]!.videos.map(({ title }) => title)).toEqual(['One 1', 'One 2', 'One 3', 'One 5', 'One 4'])
})
