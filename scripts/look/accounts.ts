import type { Page } from 'playwright'
import {
  type Act,
  alert,
  answer,
  dialog,
  failed,
  leaveField,
  press,
  reload,
  reloadAtOnce,
  type Screen,
  shortly,
  steps,
  submit,
  visit,
} from './acts.ts'
import type { Tokens } from './demo.ts'
import { readMails } from './mails.ts'
import { text } from './texts.ts'

/** Two dead links. */
const deadLinks = {
  data: [
    ['Night train to Brussels', 'removed'],
    ['Harbour at six', 'unreachable'],
  ].map(([title, problem], at) => ({
    id: `dead000000${at}`,
    title,
    image: null,
    site: 'Vimeo',
    kind: 'vimeo',
    duration: 90,
    is_live: false,
    is_pending: false,
    src: 'https://vimeo.com/76979871',
    is_gone: true,
    link_failure: { state: 'gone', problem, since: '2026-11-15T08:00:00.000Z' },
    series_name: 'Evenings',
    playlist_name: 'Slow travel',
    pivot: { playlist_id: 'channel0000', serie_id: 'series00000', playlistable_type: 'video' },
  })),
  next_cursor: null,
}

const deadLinksRead = '**/api/user/dead-links*'
const menuOfFirst: Act = (page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: text((t) => t.links.list.menu) })
    .first()
    .click()

const token = 'erBbN95e7VS5jk1tszTx2uagtalCDytfF940Jq_g-As'
const address = 'wout@peeters.example'
const link = `email=${encodeURIComponent(address)}&token=${token}`

/** Changes the server's data about the current user. */
const asIf =
  (changes: object): Act =>
  (page) =>
    page.route('**/api/user/profile', async (route) => {
      const read = await route.fetch()
      await route.fulfill({ response: read, json: { ...((await read.json()) as object), ...changes } })
    })
/** Waits for the bar, which shows when the page is idle. */
const bar: Act = (page) => page.locator('[data-bar]').waitFor()
/** Returns the open dialog, else the screen. */
const form = async (page: Page) => ((await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page.locator('main'))
const fillIn =
  (fields: Record<string, string>): Act =>
  async (page) => {
    for (const [name, value] of Object.entries(fields)) await (await form(page)).locator(`[name=${name}]`).fill(value)
  }
/** Ticks all boxes: the terms, and the captcha. */
const tickAll: Act = async (page) => {
  for (const box of await (await form(page)).getByRole('checkbox').all()) await box.check()
}
const send: Act = async (page) => (await form(page)).locator('button[type=submit]:enabled').click()
const passwords = { password: 'correct horse', password_confirmation: 'correct horse' }
/** Whether registration has steps, as on phones. On wide screens, the form only asks for the email address. */
const isInSteps = async (page: Page) => (await page.locator('[name=nickname]').count()) > 0
const register: Act = async (page) => {
  const inSteps = await isInSteps(page)
  await fillIn({ email: address, ...(inSteps && { nickname: 'wout' }) })(page)
  await tickAll(page)
  if (inSteps) await send(page)
}
const finish: Act = async (page) => {
  await register(page)
  if ((await page.locator('[name=password]').count()) > 0) await fillIn(passwords)(page)
  await send(page)
}
const forgot: Act = async (page) => {
  await press(text((t) => t.accounts.login.forgot))(page)
  await page.getByRole('dialog', { name: text((t) => t.accounts.forgot.title) }).waitFor()
}
const changePassword = press(text((t) => t.accounts.password.change.title))
const askLink = steps(forgot, answer('**/api/user/reset', 200, {}))
const askCode = steps(changePassword, dialog, forgot, answer('**/api/user/reset', 200, {}), tickAll, send)
const code =
  (digits: string): Act =>
  (page) =>
    page.getByRole('dialog').locator('[autocomplete=one-time-code]').fill(digits)

const endAll = press(text((t) => t.accounts.sessions.by_mail.action))
const toggle: Act = (page) => page.getByRole('switch').click()
const confirm = visit(`/login?verify_url=${encodeURIComponent(`/api/user/verify/${token}`)}`)

/** All screens, dialogs, bars and emails of accounts that other screens don't cover. @param tokens of a user with a public profile */
export async function accountScreens(url: string, tokens: Tokens): Promise<Screen[]> {
  const me = await fetch(`${url}/api/user/profile`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const { id } = (await me.json()) as { id: string }
  const mails = await readMails()
  const settings = { path: '/settings', as: 'marieke' } as const
  const profile = { path: '/settings?view=editProfile', as: 'marieke' } as const
  const withLink = `/register?${link}`
  const reset = `/login?${link}`
  const endSessions = `/settings?end_sessions=${token}`
  const fifteenYearsAgo = `${new Date().getUTCFullYear() - 15}-01-01`
  const deadLinksScreen = { path: '/settings?view=deadLinks', as: 'marieke' } as const
  return [
    { name: 'register-next', path: '/register', act: register },
    {
      name: 'register-sent',
      path: '/register',
      act: steps(answer('**/api/register/email-only', 200, {}), answer('**/api/user', 200, {}), finish, shortly),
    },
    { name: 'register-full', path: withLink, act: steps(fillIn({ nickname: 'wout', ...passwords }), tickAll) },
    { name: 'register-minor', path: withLink, act: fillIn({ nickname: 'wout', ...passwords, birthday: fifteenYearsAgo }) },
    {
      name: 'register-wrong',
      path: withLink,
      act: steps(fillIn({ nickname: 'two words', password: 'correct horse', password_confirmation: 'correct house' }), leaveField, alert),
    },
    {
      name: 'register-done',
      path: withLink,
      act: steps(
        answer('**/api/register', 200, { id, email: address, nickname: 'wout' }),
        fillIn({ nickname: 'wout', ...passwords }),
        tickAll,
        send,
        dialog,
      ),
    },
    { name: 'forgot-sent', path: '/login', act: steps(askLink, fillIn({ email: address }), tickAll, send, shortly) },
    { name: 'forgot-wrong', path: '/login', act: steps(forgot, fillIn({ email: 'wout@' }), leaveField, alert) },
    { name: 'forgot-code', ...settings, act: steps(askCode, code('407')) },
    { name: 'forgot-code-new', ...settings, act: steps(askCode, code('4071'), send, shortly) },
    { name: 'reset', path: reset },
    { name: 'reset-failed', path: reset, act: steps(fillIn(passwords), send, alert) },
    { name: 'reset-done', path: reset, act: steps(answer('**/api/user/reset-password', 200, {}), fillIn(passwords), send, shortly) },
    { name: 'confirmed', path: '/search', act: steps(answer('**/api/user/verify/*', 200, { email: address }), confirm) },
    {
      name: 'confirm-choose',
      path: '/search',
      act: steps(answer('**/api/user/verify/*', 200, { email: address, nickname: 'wout', password_required: true }), confirm),
    },
    { name: 'end-sessions', path: endSessions },
    { name: 'end-sessions-done', path: endSessions, act: steps(answer('**/api/user/end-sessions', 200, {}), endAll, shortly) },
    { name: 'end-sessions-failed', path: endSessions, act: steps(endAll, alert) },
    {
      name: 'login-dearer',
      path: '/login',
      act: steps(
        answer('**/api/user/token', 422, { message: '', code: 'captcha_dearer', errors: {} }),
        // The captcha's work never ends.
        (page) => page.route('**/api/captcha?user=*', () => undefined),
        fillIn({ user: 'wout', password: 'correct horse' }),
        tickAll,
        send,
        shortly,
      ),
    },
    { name: 'confirm-failed', path: '/search', act: steps(confirm, failed) },
    {
      name: 'required-fields',
      path: '/search',
      as: 'marieke',
      act: steps(answer('**/api/playlists', 427, { message: '', code: 'fields_missing', errors: {} }), visit('/my-playlists'), dialog),
    },
    { name: 'profile-bar', ...settings, act: steps(asIf({ country_id: null }), reload, bar) },
    {
      name: 'amended-terms-bar',
      ...settings,
      act: steps(asIf({ amended_terms: { version: 'March 2027', from: '2027-03-01' } }), reload, bar),
    },
    { name: 'profile-wrong', ...profile, act: steps(fillIn({ phone: 'no number', household_count: '99' }), submit, alert) },
    {
      name: 'profile-picture-wrong',
      ...profile,
      act: (page) =>
        page.locator('input[type=file]').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }),
    },
    { name: 'person', path: `/settings?user=${id}` },
    { name: 'person-missing', path: '/settings?user=AAAAAAAAAAA', act: failed },
    {
      name: 'settings-password-wrong',
      ...settings,
      act: steps(changePassword, dialog, fillIn({ old_password: 'not this one', ...passwords }), send, alert),
    },
    {
      name: 'settings-adult',
      ...settings,
      act: steps(
        asIf({ adult_content: false }),
        reload,
        answer('**/api/user/adult_content', 200, { code_required: true }),
        toggle,
        dialog,
        code('093'),
      ),
    },
    { name: 'dead-links', ...deadLinksScreen, act: steps(answer(deadLinksRead, 200, deadLinks), reload, shortly) },
    { name: 'dead-links-loading', ...deadLinksScreen, act: steps((page) => page.route(deadLinksRead, () => undefined), reloadAtOnce) },
    { name: 'dead-links-failed', ...deadLinksScreen, act: steps(answer(deadLinksRead, 500, { message: '', errors: {} }), reload, failed) },
    {
      name: 'dead-links-replace',
      ...deadLinksScreen,
      act: steps(answer(deadLinksRead, 200, deadLinks), reload, menuOfFirst, press(text((t) => t.links.action.replace)), dialog),
    },
    { name: 'dead-links-none', ...deadLinksScreen },
    { name: 'maintenance', path: '/playlists', act: steps(answer('**/health', 503, {}), reload, shortly) },
    ...Object.entries(mails).map(([name, mail]) => ({ name: `mail-${name}`, path: '', mail })),
  ]
}
