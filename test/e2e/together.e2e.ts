import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { togetherContract } from '#features/together/contract.ts'
import { axeViolations } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors } from './visitors.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

/** Creates a team of two demonstration users, to which a channel of the first belongs. */
async function makeTeam(name: string) {
  const [admin, member] = await Promise.all([demoPerson('marieke'), demoPerson('noor')])
  const { email, id: memberId } = await member.client(accountsContract.getProfile, {})
  const channelId = await makeChannel('marieke', name, { One: 4 })
  const { id } = await admin.client(teamsContract.createTeam, { body: { name, users: [email], playlists: [channelId] } })
  await member.client(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: false } })
  return { id, channelId, admin, member, memberId }
}

const titles = (page: Page) => page.locator('[data-card] > a').allInnerTexts()
const orderOf = async (page: Page) => (await titles(page)).map((text) => /One \d/.exec(text)?.[0]).join(', ')

test.each([
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const)('members see each other and each other’s moves at once, on a %s in %s', async (size, language) => {
  const { id, channelId, admin, member, memberId } = await makeTeam(`Together ${size}`)
  const open = (browserStorage: Record<string, string>) =>
    visit({
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
      size,
      language,
      path: `/${language}/my-playlists?playlist=${channelId}`,
      expected: /status of 40[34]/,
    })
  const here = await open(admin.browserStorage)
  await expect(here.locator('[data-card]').first()).toAppear()
  const otherPage = await open(member.browserStorage)
  await expect(here.locator('[data-faces]')).toAppear()
  await expect(otherPage.locator('[data-faces]')).toAppear()
  expect(await axeViolations(here)).toEqual([])
  await takeScreenshot(here, `together-${size}`)

  // The move of one member appears on the other's page without a reload.
  const { series } = await member.client(channelsContract.getPlaylist, { params: { id: channelId } })
  const [row] = series
  const videos = row!.videos.map((video) => video.id)
  const move = (client: typeof admin.client, video: number, before: number) =>
    client(channelsContract.moveVideos, {
      body: { videos: [videos[video]!], series_id: row!.id, before: videos[before]!, op_id: `${size}-${video}-${before}` },
    })
  await move(member.client, 3, 0)
  await expect.poll(() => orderOf(here)).toBe('One 4, One 1, One 2, One 3')
  // Two members move at the same time: both moves remain, and both pages show the same order.
  await Promise.all([move(member.client, 2, 3), move(admin.client, 0, 1)])
  await expect.poll(() => orderOf(here)).toBe('One 3, One 4, One 1, One 2')
  await expect.poll(() => orderOf(otherPage)).toBe('One 3, One 4, One 1, One 2')

  // A removed member's page gets no more events.
  await admin.client(teamsContract.removeMember, { params: { team_id: id, user_id: memberId } })
  await move(admin.client, 2, 0)
  await expect.poll(() => orderOf(here)).toBe('One 4, One 3, One 1, One 2')
  expect(await orderOf(otherPage)).not.toBe('One 4, One 3, One 1, One 2')
})

test('a page reports its channel once and then keeps a socket open, until it is hidden', async () => {
  const { channelId, admin } = await makeTeam('Kept open')
  const page = await visit({ browserStorage: { ...admin.browserStorage, canceled_enter_fields_modal: 'true' } })
  let calls = 0
  page.on('request', (request) => void (calls += Number(request.method() === 'POST' && request.url().endsWith('/api/presence'))))
  const [socket] = await Promise.all([page.waitForEvent('websocket'), page.goto(`/en/my-playlists?playlist=${channelId}`)])
  expect(new URL(socket.url()).pathname).toBe('/api/events/presence')
  const { payload } = await socket.waitForEvent('framereceived')
  expect(JSON.parse(String(payload))).toEqual({ people: [] })
  expect(calls).toBe(1)
  const closed = socket.waitForEvent('close')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await closed
})

test.each([
  ['phone', 'en', 'Move One 4', '1 move couldn’t be made', 'Close'],
  ['desktop', 'nl', 'Verplaats One 4', '1 verplaatsing is niet gelukt', 'Sluiten'],
] as const)('moves of a closed page are made, and refused ones are shown, on a %s in %s', async (size, language, text, refused, close) => {
  const { id, channelId, admin, member } = await makeTeam(`Waiting ${size}`)
  const { series } = await member.client(channelsContract.getPlaylist, { params: { id: channelId } })
  const [row] = series
  const [first, , , fourth] = row!.videos.map((video) => video.id)
  const waitingMove = (op: string, videos: string[]) => ({
    id: `${size}-${op}`,
    tab: 'closed',
    team: id,
    path: channelsContract.moveVideos.path,
    input: { body: { videos, series_id: row!.id, before: first, op_id: `${size}-${op}` } },
    text,
    at: Date.now(),
  })
  const moves = [waitingMove('made', [fourth!]), waitingMove('refused', ['AAAAAAAAAAA'])]
  const page = await visit({
    browserStorage: {
      ...admin.browserStorage,
      canceled_enter_fields_modal: 'true',
      ...Object.fromEntries(moves.map((move, index) => [`waiting_moves.${move.id}`, JSON.stringify({ ...move, at: move.at + index })])),
    },
    size,
    language,
    path: `/${language}/my-playlists?playlist=${channelId}`,
    expected: /status of 4(04|22)/,
  })
  await expect.poll(() => orderOf(page)).toBe('One 4, One 1, One 2, One 3')
  const bar = page.locator('[data-bar]', { hasText: refused })
  await expect(bar).toAppear()
  expect(await bar.innerText()).toContain(`${text}: `)
  expect(await axeViolations(page)).toEqual([])
  await bar.getByRole('button', { name: close }).click()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('waiting_moves')))).toEqual([])
})

test.each([
  ['phone', 'a, button, ul'],
  // In a narrow window, only screen readers get the faces.
  ['narrow', 'a, button'],
] as const)('the header of a team’s channel shows all its buttons: %s', async (size, expectedFaces) => {
  const { id, channelId, admin, member, memberId } = await makeTeam('A long name of a team')
  const { series } = await member.client(channelsContract.getPlaylist, { params: { id: channelId } })
  await admin.client(teamsContract.setRole, { params: { id }, body: { user_id: memberId, role: 'suggester' } })
  const suggestion = {
    videos: [series[0]!.videos[3]!.id],
    series_id: series[0]!.id,
    before: series[0]!.videos[0]!.id,
    op_id: `head-${size}`,
  }
  await expect(member.client(channelsContract.moveVideos, { body: suggestion })).rejects.toMatchObject({ status: 202 })
  const browserStorage = { ...admin.browserStorage, canceled_enter_fields_modal: 'true', account_mode: 'TEAM', team_id: id }
  const page = await visit({ browserStorage, size, path: `/en/my-playlists?playlist=${channelId}` })
  await expect(page.locator('[data-card]').first()).toAppear()
  await member.client(togetherContract.notePresence, { body: { playlist_id: channelId } })
  const parts = page.locator('header').first().locator(`> :is(${expectedFaces})`)
  await expect(page.locator('header [data-suggestions]')).toAppear()
  await expect(page.locator('header [data-team]')).toAppear()
  await expect(page.locator('[data-faces]')).toAppear()
  const boxes = (await Promise.all((await parts.all()).map((part) => part.boundingBox()))).flatMap((box) => box ?? [])
  expect(boxes).toHaveLength(expectedFaces.split(',').length + 4)
  for (const [index, { x, width }] of boxes.entries()) {
    expect(x).toBeGreaterThanOrEqual(index === 0 ? 0 : boxes[index - 1]!.x + boxes[index - 1]!.width)
    expect(width).toBeGreaterThanOrEqual(32)
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
  }
})
