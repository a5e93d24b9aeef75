import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import type { Language } from '#kit/contract/texts.ts'
import { linkIn } from '../people.ts'
import { createAccount, fillLogin, newUser } from './accounts.ts'
import { axeViolationsInBothThemes } from './axe.ts'
import { logIn } from './demo.ts'
import { mailTo } from './mailbox.ts'
import { newcomer } from './newcomers.ts'
import { countActions, fillRegistration, invitation, inviteToTeam, userWithChannel } from './team-invitations.ts'
import { pathAndQuery, visitors, waitForPageEntry } from './visitors.ts'
import { textsIn } from './ui-texts.ts'
import { takeScreenshot } from './screenshots.ts'

const visit = visitors()

/** Maximum number of actions from the emailed invitation to the first edit. */
const maxActions = 6

const views = [
  ['phone', 'en'],
  ['desktop', 'nl'],
] as const

test.each(views)('an admin creates a team, adds a channel and invites a pasted list: %s, %s', async (size, language) => {
  const { teams: t } = textsIn(language)
  const admin = await userWithChannel('Night Trains')
  const page = await visit({ browserStorage: admin.browserStorage, size, language, path: `/${language}/settings` })
  await page.getByRole('link', { name: t('title') }).click()
  await expect(page.getByText(t('none'), { exact: true })).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  const name = t('form.create')
  await page.getByRole('button', { name }).last().click()
  const form = page.getByRole('dialog', { name })
  await form.getByLabel(t('form.name')).fill('The Kettle')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `create-${size}`)
  await form.getByRole('button', { name: t('form.create') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Kettle' })).toAppear()
  await expect(page.getByText(t('team.no_description'))).toAppear()

  await page.getByRole('button', { name: t('add.show') }).click()
  await page.getByRole('checkbox', { name: t('add.all') }).check()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `add-${size}`)
  await page.getByRole('button', { name: t('add.save') }).click()
  await expect(page.getByText(t('add.done'))).toAppear()
  // The channel is also named in the activity.
  await expect(page.getByRole('link', { name: 'Night Trains' }).first()).toAppear()

  await page.getByRole('button', { name: t('team.add_member') }).click()
  const invite = page.getByRole('dialog', { name: t('invite.title') })
  const [ann, bob] = [newcomer(), newcomer()]
  await invite.getByPlaceholder(t('invite.placeholder')).fill(`Ann <${ann.email}>; ${bob.email}`)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await invite.getByRole('button', { name: t('invite.submit') }).click()
  await expect(page.getByText(t('invite.done', { count: 2 }))).toAppear()
  await mailTo(ann.email)
  await expect(page.getByText(bob.email, { exact: true })).toAppear()
  await takeScreenshot(page, `team-${size}`)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: t('invite.withdraw_named', { name: bob.email }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('invite.withdraw') })
    .click()
  await expect(page.getByText(bob.email, { exact: true })).toDisappear()

  const back = page.getByRole('button', { name: t('team.back_named', { name: 'Night Trains' }) })
  await back.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('team.back') })
    .click()
  await expect(back).toDisappear()
})

test.each(views)('a user gets from the emailed invitation to the first edit in few actions: %s, %s', async (size, language) => {
  const { teams: t, channels: tc } = textsIn(language)
  const account = await createAccount()
  const { browserStorage } = await logIn(account.email, account.password)
  const { admin, team, link } = await inviteToTeam(`Film club ${size}`, account.email)
  const page = await visit({ browserStorage: { ...browserStorage, canceled_enter_fields_modal: 'true' }, size, language })
  const { acts, act, press } = countActions()
  await act('open the mail', page.goto(link.replace(/\/(en|nl)\//, '/').replace('/request', `/${language}/request`)))
  const dialog = invitation(page, language, team.name)
  await expect(dialog.getByText(t('request.text', { name: team.name }))).toAppear()
  // The code is not in the address.
  expect(pathAndQuery(page)).not.toContain('code')
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `request-${size}`)
  await press(dialog.getByRole('button', { name: t('invitations.accept') }))
  await expect(page.getByRole('heading', { level: 1, name: team.name })).toAppear()
  // No toast covers the page; screen readers hear that the user has joined.
  expect(await page.locator('[data-toasts]').innerText()).toBe('')
  await expect(page.locator('output', { hasText: t('invitations.accepted', { name: team.name }) })).toAppear()
  // Presses the link in the list, because the activity below also links to the channel.
  await press(page.getByRole('region', { name: t('team.channels') }).getByRole('link', { name: `${team.name} films` }))
  await press(page.getByRole('button', { name: textsIn(language).ui('menu.of', { name: 'One' }) }))
  await press(page.getByRole('menuitem', { name: tc('video.delete') }))
  await expect(page.getByRole('link', { name: 'One', exact: true })).toDisappear()
  expect(acts.length).toBeLessThanOrEqual(maxActions)
  const titles = async () => {
    const { series } = await admin.client(channelsContract.getPlaylist, { params: { id: admin.channel } })
    return series.flatMap(({ videos }) => videos.map(({ title }) => title))
  }
  await page.goto(link)
  await expect(
    page
      .getByRole('dialog')
      .getByText(/accept/i)
      .first(),
  ).toAppear()
  await expect.poll(titles).toEqual(['Two'])
})

test.each(views)('an invitation for another address leads to their login and back: %s, %s', async (size, language) => {
  const { teams: t } = textsIn(language)
  const invited = await createAccount()
  const other = await newUser()
  const { email: mine } = await other.client(accountsContract.getProfile, {})
  const { team, link } = await inviteToTeam(`Book club ${size}`, invited.email)
  const page = await visit({ browserStorage: { ...other.browserStorage, canceled_enter_fields_modal: 'true' }, size, language })
  await page.goto(link)
  const lang = pathAndQuery(page).slice(1, 3) as Language
  const dialog = invitation(page, lang, team.name)
  const { teams: tl } = textsIn(lang)
  await expect(dialog.getByText(tl('request.another', { email: invited.email, mine }))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `another-${size}`)
  await dialog.getByRole('button', { name: tl('request.switch', { email: invited.email }) }).click()
  await page.waitForURL('**/login')
  expect(await page.locator('[name=user]').inputValue()).toBe(invited.email)
  await fillLogin(page, invited.email, invited.password)
  await dialog.getByRole('button', { name: tl('invitations.decline') }).click()
  await expect(page.getByText(tl('invitations.declined', { name: team.name }))).toAppear()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/${lang}/settings`)
  expect(t('title')).toBe('Teams')
})

test.each(views)('a new user gets from the emailed invitation to the first edit in few actions: %s, %s', async (size, language) => {
  const { teams: t, accounts: ta, channels: tc, ui } = textsIn(language)
  const newcomerInput = newcomer()
  const { admin, team, link } = await inviteToTeam(`Garden club ${size}`, newcomerInput.email)
  const page = await visit({ size, language })
  const { acts, act, press } = countActions()
  await act('open the mail', page.goto(link.replace(/\/(en|nl)\//, '/').replace('/request', `/${language}/request`)))
  const dialog = invitation(page, language, team.name)
  await expect(dialog.getByText(t('request.guest_named', { email: newcomerInput.email }))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await press(dialog.getByRole('button', { name: t('request.register') }))
  await expect(page.getByText(ta('register.joins', { team: team.name }))).toAppear()
  expect(await page.getByLabel(ta('register.email')).inputValue()).toBe(newcomerInput.email)
  expect(await page.getByLabel(ta('register.email')).isEditable()).toBe(false)
  expect(pathAndQuery(page)).toBe(`/${language}/register`)
  await fillRegistration(page, newcomerInput, language)
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await takeScreenshot(page, `join-${size}`)
  // Filling in the form counts as one action. The captcha needs none.
  await press(page.getByRole('button', { name: ta('register.join') }))
  await expect(page.getByRole('heading', { level: 1, name: team.name })).toAppear()
  await takeScreenshot(page, `joined-${size}`)
  await press(page.getByRole('region', { name: t('team.channels') }).getByRole('link', { name: `Garden club ${size} films` }))
  await press(page.getByRole('button', { name: ui('menu.of', { name: 'One' }) }))
  await press(page.getByRole('menuitem', { name: tc('video.delete') }))
  await expect(page.getByRole('link', { name: 'One', exact: true })).toDisappear()
  expect(acts.length).toBeLessThanOrEqual(maxActions)
  const titles = async () => {
    const { series } = await admin.client(channelsContract.getPlaylist, { params: { id: admin.channel } })
    return series.flatMap(({ videos }) => videos.map(({ title }) => title))
  }
  await expect.poll(titles).toEqual(['Two'])
})

test('two tabs register with one invitation: the second one says that the link is used', async () => {
  const { teams: t, accounts: ta } = textsIn('en')
  const newcomerInput = newcomer()
  const { team, link } = await inviteToTeam('Two tabs', newcomerInput.email)
  const open = async () => {
    const page = await visit({ expected: /422/ })
    await page.goto(link)
    await invitation(page, 'en', team.name)
      .getByRole('button', { name: t('request.register') })
      .click()
    await fillRegistration(page, newcomerInput, 'en')
    return page
  }
  const [first, second] = [await open(), await open()]
  const join = (page: Page) => page.getByRole('button', { name: ta('register.join') }).click()
  await join(first)
  await expect(first.getByRole('heading', { level: 1, name: team.name })).toAppear()
  await join(second)
  await expect(second.getByText(ta('errors.sign_up_lapsed'))).toAppear()
})

test.each(views)('an admin gives up the role when asked, and the last member is warned: %s, %s', async (size, language) => {
  const { teams: t } = textsIn(language)
  const member = await createAccount()
  const asMember = await logIn(member.email, member.password)
  const { admin, team } = await inviteToTeam(`Choir ${size}`, member.email)
  const params = { id: team.id }
  await asMember.client(teamsContract.answerInvitation, { params, body: { is_rejected: false } })
  const page = await visit({
    browserStorage: admin.browserStorage,
    size,
    language,
    path: `/${language}/teams?teamId=${team.id}`,
    expected: /409/,
  })
  const person = page.getByRole('button', { name: new RegExp(member.nickname) })

  // The only admin can't leave.
  await page.getByRole('button', { name: t('team.leave'), exact: true }).click()
  await expect(page.getByRole('dialog', { name: t('leave.only_title') })).toAppear()
  await page.keyboard.press('Escape')
  await person.click()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: t('role.make') }).click()
  await expect(page.getByText(t('role.made', { name: member.nickname }))).toAppear()
  await person.click()
  await page.getByRole('button', { name: t('role.take') }).click()
  await expect(page.getByText(t('role.asked', { name: member.nickname })).first()).toAppear()

  // The other admin answers with the link in the email.
  const question = linkIn(await mailTo(member.email)).href
  const other = await visit({ browserStorage: { ...asMember.browserStorage, canceled_enter_fields_modal: 'true' }, size })
  await other.goto(question)
  const lang = pathAndQuery(other).slice(1, 3) as Language
  const { teams: tl } = textsIn(lang)
  const dialog = other.getByRole('dialog', { name: tl('derank.title') })
  await expect(dialog.getByRole('button', { name: tl('derank.accept') })).toAppear()
  expect(await axeViolationsInBothThemes(other)).toEqual([])
  await takeScreenshot(other, `derank-${size}`)
  await dialog.getByRole('button', { name: tl('derank.accept') }).click()
  await expect.poll(() => pathAndQuery(other)).toBe(`/${lang}/`)
  await waitForPageEntry(other)

  // A member who isn't an admin can't manage the admin, but can leave after one question.
  await other.goto(`/${lang}/teams?teamId=${team.id}`)
  // Presses the first button with the admin's address, because later buttons undo the admin's acts.
  await other
    .getByRole('button', { name: new RegExp(admin.email.slice(0, 10)) })
    .first()
    .click()
  await expect(other.getByText(tl('errors.admins_only'))).toAppear()
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: tl('team.leave'), exact: true }).click()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: tl('leave.action') })
    .click()
  await expect.poll(() => pathAndQuery(other)).toBe(`/${lang}/settings`)

  // The last member is warned, asked again, and then leaves.
  await expect(person).toDisappear()
  await page.getByRole('button', { name: t('team.leave'), exact: true }).click()
  await expect(page.getByText(t('errors.last_member'))).toAppear()
  expect(await axeViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: t('leave.last_action') }).click()
  const confirmDialog = page.getByRole('dialog', { name: t('leave.really_title') })
  await confirmDialog.getByRole('button', { name: t('leave.last_action') }).click()
  await expect.poll(() => pathAndQuery(page)).toBe(`/${language}/settings`)
})

test('an admin deletes a team by keyboard; guests are sent home', async () => {
  const { teams: t } = textsIn('en')
  const admin = await newUser()
  const { id } = await admin.client(teamsContract.createTeam, { body: { name: 'Short lived' } })
  const page = await visit({ browserStorage: { ...admin.browserStorage, canceled_enter_fields_modal: 'true' }, path: '/en/teams' })
  const line = page.getByRole('link', { name: 'Short lived' })
  await line.press('Delete')
  await expect(page.getByText(t('delete.text_empty'))).toAppear()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('team.delete') })
    .click()
  await expect(line).toDisappear()
  const guest = await visit({ path: `/en/teams?teamId=${id}` })
  await expect.poll(() => pathAndQuery(guest)).toBe('/en/')
})
