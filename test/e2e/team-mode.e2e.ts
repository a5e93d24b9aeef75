import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { axeViolations } from './axe.ts'
import { demoPerson } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'

const visit = visitors()

const views = [
  ['phone', 'nl'],
  ['desktop', 'en'],
] as const

/** Creates a team of two demonstration users. The first is its admin. */
async function makeTeam(name: string) {
  const [admin, member] = await Promise.all([demoPerson('marieke'), demoPerson('noor')])
  const { email, id: memberId } = await member.client(accountsContract.getProfile, {})
  const { id } = await admin.client(teamsContract.createTeam, { body: { name, users: [email] } })
  await member.client(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: false } })
  return { id, admin, member, memberId }
}

const stop = (page: Page, name: string) => page.locator('nav[data-row]').getByRole('link', { name, exact: true })

test.each(views)('a member acts for the team, and then for themselves, on a %s in %s', async (size, language) => {
  const { teams: t, channels: c, web } = textsIn(language)
  const name = `Kettle ${size}`
  const channel = `Kettle films ${size}`
  const { id, admin, member, memberId } = await makeTeam(name)
  const page = await visit({
    browserStorage: { ...member.browserStorage, canceled_enter_fields_modal: 'true' },
    size,
    language,
    path: `/${language}/teams?teamId=${id}`,
    expected: /status of 403/,
  })
  const badge = page.getByRole('button', { name: t('mode.label', { name }) })

  await page.getByRole('button', { name: t('mode.work_as_team') }).click()
  await expect(badge).toAppear()
  expect(new URL(page.url()).pathname).toBe(`/${language}/my-playlists`)
  expect(await axeViolations(page)).toEqual([])

  // A new channel in the team's bar belongs to the team, and the other member sees it.
  await page
    .getByRole('button', { name: c('welcome.make') })
    .first()
    .click()
  await page.getByLabel(c('fields.name'), { exact: true }).fill(channel)
  await page.getByRole('button', { name: c('create.action') }).click()
  await expect
    .poll(async () => (await admin.client(teamsContract.getTeam, { params: { id } })).playlists.map((playlist) => playlist.name))
    .toEqual([channel])
  await page.goto(`/${language}/my-playlists`)
  await expect(badge).toAppear()
  await expect(stop(page, channel)).toAppear()
  // The header has room for the page's name beside the badge.
  await expect.poll(() => page.locator('header h1').evaluate((title) => title.scrollWidth - title.clientWidth)).toBeLessThanOrEqual(0)

  // Switching the mode also switches it in another tab.
  const tab = await page.context().newPage()
  await tab.goto(`/${language}/my-playlists`)
  await expect(stop(tab, channel)).toAppear()
  await badge.click()
  await page.getByRole('menuitem', { name: t('mode.me'), exact: true }).click()
  await expect(badge).toDisappear()
  await expect(stop(tab, channel)).toDisappear()
  const own = await member.client(channelsContract.listMyPlaylists, {})
  expect(JSON.stringify(own)).not.toContain(channel)
  await tab.close()

  // A removed member no longer acts for the team, and reads why.
  await page.goto(`/${language}/teams?teamId=${id}`)
  await page.getByRole('button', { name: t('mode.work_as_team') }).click()
  await expect(stop(page, channel)).toAppear()
  // Closes the page first: an open page would show the message at once, and reloading would remove it.
  await page.goto('/robots.txt')
  await admin.client(teamsContract.removeMember, { params: { team_id: id, user_id: memberId } })
  // Doesn't wait until all pictures are loaded, because the message disappears after 10 s.
  await page.goto(`/${language}/my-playlists`, { waitUntil: 'commit' })
  await expect(page.getByText(web('team.left'))).toAppear()
  await expect(badge).toDisappear()
  await expect(stop(page, channel)).toDisappear()
})

test.each(views)('a form keeps the mode in which it was opened, on a %s in %s', async (size, language) => {
  const { teams: t, channels: c } = textsIn(language)
  const name = `Form ${size}`
  const { id, admin, member } = await makeTeam(name)
  const page = await visit({
    browserStorage: { ...member.browserStorage, canceled_enter_fields_modal: 'true', account_mode: 'TEAM', team_id: id },
    size,
    language,
    path: `/${language}/my-playlists`,
  })
  await page
    .getByRole('button', { name: c('welcome.make') })
    .first()
    .click()
  await page.getByLabel(c('fields.name'), { exact: true }).fill(name)
  const tab = await page.context().newPage()
  await tab.goto(`/${language}/my-playlists`)
  await tab.getByRole('button', { name: t('mode.label', { name }) }).click()
  await tab.getByRole('menuitem', { name: t('mode.me'), exact: true }).click()
  await expect(page.getByText(t('mode.typed'))).toAppear()
  await page.getByRole('button', { name: c('create.action') }).click()
  const channels = async () => (await admin.client(teamsContract.getTeam, { params: { id } })).playlists.map((playlist) => playlist.name)
  await expect.poll(channels).toEqual([name])
  // The next channel is the user's own.
  const own = await member.client(channelsContract.listMyPlaylists, {})
  expect(JSON.stringify(own)).not.toContain(name)
  expect(await page.evaluate(() => localStorage.getItem('account_mode'))).toBeNull()
})
