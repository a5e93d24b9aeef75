import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

/** Creates a team of two demonstration users. It has a channel of the first. */
async function makeTeam(name: string) {
  const [admin, member] = await Promise.all([demoPerson('marieke'), demoPerson('noor')])
  const { email, id: memberId, nickname } = await member.client(accountsContract.getProfile, {})
  const channelId = await makeChannel('marieke', name, { One: 4 })
  const { id } = await admin.client(teamsContract.createTeam, { body: { name, users: [email], playlists: [channelId] } })
  await member.client(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: false } })
  return { id, channelId, admin, member, memberId, person: nickname ?? '' }
}

const orderOf = async (page: Page) =>
  (await page.locator('[data-card] > a').allInnerTexts()).map((text) => /One \d/.exec(text)?.[0]).join(', ')

/** Returns how far apart the outlines of two suggested cards are. */
const outlineGap = (page: Page) =>
  page.evaluate(() => {
    const [first, second] = [...document.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect())
    const widths = [...document.querySelectorAll('[data-card] *, [data-card]')].flatMap((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      return outlineStyle === 'dashed' ? parseFloat(outlineWidth) + parseFloat(outlineOffset) : []
    })
    return widths.length === 1 ? second!.left - first!.right - 2 * widths[0]! : 0
  })

test.each([
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const)('a member’s act is undone, and suggestions are approved and refused: %s, %s', async (size, language) => {
  const { activity: t } = textsIn(language)
  const { id, channelId, admin, member, memberId, person } = await makeTeam(`Activity ${size}`)
  const open = (browserStorage: Record<string, string>, path: string) =>
    visit({
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
      size,
      language,
      path: `/${language}${path}`,
      expected: /status of 40[349]/,
    })
  const { series } = await member.client(channelsContract.getPlaylist, { params: { id: channelId } })
  const [row] = series
  const move = (video: number, before: number) =>
    member.client(channelsContract.moveVideos, {
      body: { videos: [row!.videos[video]!.id], series_id: row!.id, before: row!.videos[before]!.id, op_id: `${size}-${video}-${before}` },
    })
  const channel = await open(member.browserStorage, `/my-playlists?playlist=${channelId}`)
  await expect(channel.locator('[data-card]').first()).toAppear()
  const page = await open(admin.browserStorage, `/teams?teamId=${id}`)
  const thing = (name: string) => t('thing.video', { name })
  await expect(page.getByText(t('acts.joined', { thing: person }))).toAppear()

  // New acts appear without a reload.
  await move(3, 0)
  const moved = t('acts.moved', { person, thing: thing('One 4') })
  await expect(page.getByText(moved)).toAppear()
  await expect.poll(() => orderOf(channel)).toBe('One 4, One 1, One 2, One 3')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByText(moved).scrollIntoViewIfNeeded()
  await takeScreenshot(page, `activity-${size}`)
  // Undoes the move by keyboard. The focus stays in the row.
  await page.getByRole('button', { name: t('undo.named', { text: moved }) }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => orderOf(channel)).toBe('One 1, One 2, One 3, One 4')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
  await expect(page.getByText(t('undone')).last()).toAppear()

  // From here on, the member may only suggest.
  await admin.client(teamsContract.setRole, { params: { id }, body: { user_id: memberId, role: 'suggester' } })
  const refusal = async (call: Promise<unknown>) => call.catch((error: { status: number }) => error.status)
  expect(await refusal(move(2, 0))).toBe(202)
  const suggestion = t('suggests.moved', { person, thing: thing('One 3') })
  await expect(page.getByText(suggestion)).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByText(suggestion).scrollIntoViewIfNeeded()
  await takeScreenshot(page, `suggestion-${size}`)
  // The suggester's page shows the suggestion, and has a link to the list.
  const mark = channel.getByRole('button', { name: t('suggestions.here_named', { count: 1 }) })
  await expect(mark).toAppear()
  expect(await axeViolationsInBothThemes(channel)).toEqual([])
  expect(await outlineGap(channel)).toBeGreaterThanOrEqual(6)
  await takeScreenshot(channel, `suggested-${size}`)
  await mark.click()
  await expect(channel.getByRole('dialog').getByText(suggestion)).toAppear()
  await expect(channel.getByRole('button', { name: t('suggestions.withdraw_named', { text: suggestion }) })).toAppear()
  await takeScreenshot(channel, `dialog-${size}`)
  await channel.keyboard.press('Escape')
  await page.getByRole('button', { name: t('suggestions.approve_named', { text: suggestion }) }).click()
  await expect.poll(() => orderOf(channel)).toBe('One 3, One 1, One 2, One 4')
  await expect(
    page.getByText(t('approved_by', { person: (await admin.client(accountsContract.getProfile, {})).nickname ?? '' })),
  ).toAppear()

  expect(await refusal(move(1, 0))).toBe(202)
  await expect(page.getByText(t('suggests.moved', { person, thing: thing('One 2') }))).toAppear()
  await page
    .getByRole('button', { name: t('suggestions.refuse_named', { text: t('suggests.moved', { person, thing: thing('One 2') }) }) })
    .click()
  const dialog = page.getByRole('dialog', { name: t('suggestions.refuse_title') })
  await dialog.getByLabel(t('suggestions.reason')).fill('Not here')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `refuse-${size}`)
  await dialog.getByRole('button', { name: t('suggestions.refuse') }).click()
  await page
    .getByText(t('suggests.moved', { person, thing: thing('One 2') }))
    .first()
    .waitFor({ state: 'detached' })
  expect(await orderOf(channel)).toBe('One 3, One 1, One 2, One 4')
})
