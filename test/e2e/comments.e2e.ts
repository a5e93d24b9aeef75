import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import en from '#features/comments/locales/en.json' with { type: 'json' }
import nl from '#features/comments/locales/nl.json' with { type: 'json' }
import { axeViolations } from './axe.ts'
import { demoPerson, makeChannel } from './demo.ts'
import { visitors } from './visitors.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

async function makeTeam(name: string) {
  const [admin, member] = await Promise.all([demoPerson('marieke'), demoPerson('noor')])
  const { email } = await member.client(accountsContract.getProfile, {})
  const channelId = await makeChannel('marieke', name, { One: 2 })
  const { id } = await admin.client(teamsContract.createTeam, { body: { name, users: [email], playlists: [channelId] } })
  await member.client(teamsContract.answerInvitation, { params: { id }, body: { is_rejected: false } })
  return { channelId, admin, member }
}

test('two members comment on a video, on a phone in English and a desktop in Dutch', async () => {
  const { channelId, admin, member } = await makeTeam('Comments')
  const open = (browserStorage: Record<string, string>, size: 'phone' | 'desktop', language: 'en' | 'nl') =>
    visit({
      browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' },
      size,
      language,
      path: `/${language}/my-playlists?playlist=${channelId}`,
    })
  const here = await open(admin.browserStorage, 'phone', 'en')
  const card = here.locator('[data-card]').first()
  await expect(card).toAppear()
  const otherPage = await open(member.browserStorage, 'desktop', 'nl')
  await expect(otherPage.locator('[data-card]').first()).toAppear()

  // Opens the comments from the item's menu, by a right click.
  await card.click({ button: 'right' })
  await here.getByRole('menuitem', { name: en.action }).click()
  const dialog = here.getByRole('dialog')
  await expect(dialog.getByText(en.empty.title)).toAppear()
  const field = dialog.getByRole('textbox', { name: en.write })
  await field.fill('Is this the long version? @')
  await dialog.getByRole('list', { name: en.suggestions }).getByRole('button').last().click()
  expect(await field.inputValue()).toMatch(/ @\S.* $/)
  // A text that wasn't sent is still there after reopening.
  await here.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await card.click({ button: 'right' })
  await here.getByRole('menuitem', { name: en.action }).click()
  expect(await dialog.getByRole('textbox', { name: en.write }).inputValue()).toMatch(/^Is this/)
  await dialog.getByRole('button', { name: en.submit, exact: true }).click()
  await expect(dialog.locator('[data-comment]')).toAppear()
  expect(await axeViolations(here)).toEqual([])
  await takeScreenshot(here, 'comments-phone-en')

  // The other member sees the mark without a reload, answers and resolves.
  const mark = otherPage.getByRole('button', { name: /ongelezen opmerking/ })
  await expect(mark).toAppear()
  await takeScreenshot(otherPage, 'mark-desktop-nl')
  await mark.click()
  const theirs = otherPage.getByRole('dialog')
  await theirs.getByRole('textbox', { name: nl.write }).fill('Ja, van twee uur.\nDe korte staat in de andere rij.')
  await theirs.getByRole('button', { name: nl.submit, exact: true }).click()
  await expect(dialog.getByText('Ja, van twee uur.')).toAppear()
  await theirs.getByRole('button', { name: nl.resolve, exact: true }).last().click()
  await expect(dialog.getByText(en.resolved, { exact: true })).toAppear()
  await takeScreenshot(here, 'resolved-phone-en')
  expect(await axeViolations(otherPage)).toEqual([])
  await takeScreenshot(otherPage, 'comments-desktop-nl')
})
