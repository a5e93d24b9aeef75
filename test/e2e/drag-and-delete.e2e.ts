import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { axeViolations } from './axe.ts'
import { middleOf, startDragging, waitForDrag, waitForDrop } from './gestures.ts'
import { makeTeamChannel, videoCard } from './team-channel.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()
const expectedErrors = /status of 40[34]/

async function openTeamChannel(name: string, language: 'en' | 'nl') {
  const teamChannel = await makeTeamChannel(name)
  const open = ({ browserStorage }: typeof teamChannel.member) =>
    visit({
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
      size: 'desktop',
      language,
      path: `/${language}/my-playlists?playlist=${teamChannel.channelId}`,
      expected: expectedErrors,
    })
  const [page, other] = [await open(teamChannel.member), await open(teamChannel.admin)]
  await expect(page.locator('[data-faces]')).toAppear()
  const removeVideo = (number: number) =>
    teamChannel.admin.client(channelsContract.deleteVideo, { params: { id: teamChannel.videoIds[number - 1]! } })
  return { ...teamChannel, page, other, removeVideo }
}
const orderOn = async (page: Page) =>
  (await page.locator('[data-card] > a').allInnerTexts()).map((text) => /One (\d)/.exec(text)?.[1]).join(' ')

/** Drags a video to the place after another, without dropping it. */
async function dragBehind(page: Page, title: string, behind: string) {
  await startDragging(videoCard(page, title), { x: 40, y: 4 })
  const { x, y } = await middleOf(videoCard(page, behind))
  await page.mouse.move(x + 40, y, { steps: 6 })
}

test('a video that another member deletes while it is dragged is gone after the drop, with a message', async () => {
  const { page, other, removeVideo, order, adminName } = await openTeamChannel('Dragged and deleted', 'nl')
  await dragBehind(page, 'One 1', 'One 3')
  await removeVideo(1)
  await expect.poll(() => orderOn(other)).toBe('2 3 4 5')
  // During the drag, the page doesn't change under the pointer.
  expect(await page.locator('html[data-dragging]').count()).toBe(1)
  await page.mouse.up()
  await waitForDrop(page)
  const message = textsIn('nl').channels('errors.was_deleted_by', { person: adminName, thing: 'One 1' })
  await expect(page.locator('[data-toasts]').getByText(message)).toAppear()
  await expect.poll(() => orderOn(page)).toBe('2 3 4 5')
  expect(await order()).toBe('2 3 4 5')
  expect(await axeViolations(page)).toEqual([])
})

test('a video dropped next to one that another member has deleted is placed as close as possible, once', async () => {
  const { page, other, removeVideo, order } = await openTeamChannel('Dropped beside a deleted one', 'en')
  await dragBehind(page, 'One 1', 'One 3')
  await removeVideo(3)
  await expect.poll(() => orderOn(other)).toBe('1 2 4 5')
  await page.mouse.up()
  await waitForDrop(page)
  await expect.poll(order).toBe('2 1 4 5')
  for (const tab of [page, other]) await expect.poll(() => orderOn(tab)).toBe('2 1 4 5')
})

test.each([
  ['deleted', 'en'],
  ['given_back', 'nl'],
] as const)('deleting a team, or returning the channel, during a drag ends it with a message: %s', async (ending, language) => {
  const { channels: c } = textsIn(language)
  const name = `Lost ${ending}`
  const { page, teamId, channelId, admin, adminName } = await openTeamChannel(name, language)
  await dragBehind(page, 'One 1', 'One 3')
  if (ending === 'deleted') await admin.client(teamsContract.deleteTeam, { params: { id: teamId } })
  else await admin.client(teamsContract.giveChannelBack, { params: { team_id: teamId, playlist_id: channelId } })
  await waitForDrag(page, 'detached')
  await expect(page.getByRole('heading', { name: c('channel.lost') })).toAppear()
  await expect(page.getByText(c(`errors.lost_${ending}`, { person: adminName, team: name }))).toAppear()
  await page.mouse.up()
  expect(await page.locator('[data-lifted], [data-lifted-from], [data-toasts] > *').count()).toBe(0)
  const { series } = await admin.client(channelsContract.getPlaylist, { params: { id: channelId } })
  expect(series[0]!.videos.map(({ title }) => title)).toEqual(['One 1', 'One 2', 'One 3', 'One 4', 'One 5'])
})
