import { afterEach, expect, test, vi } from 'vitest'
import type { Invitation } from '../../contract.ts'
import en from '../../locales/en.json' with { type: 'json' }
import { ann, bob, createPage, refusalOf, sampleTeam, teamId } from '../test-page.tsx'
import { StepDownDialog } from './StepDownDialog.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { goToLinkDestination, type LinkDestination } from './link-destination.ts'

const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))
const go = vi.hoisted(() => vi.fn<(href: string, options?: { state?: object }) => void>())
vi.mock('#shell/navigation.ts', async (load) => ({ ...(await load<object>()), go }))

const page = createPage()
const close = vi.fn<(destination?: LinkDestination) => void>()
afterEach(() => {
  page.leave()
  vi.clearAllMocks()
})

const code = 'Cd3Jw8PdY6t'
async function showRequest(facts: Partial<Invitation> | number, { isGuest = false, hasCode = true } = {}) {
  if (!isGuest) localStorage.setItem('access_token', 'token')
  const invitation = { team_id: teamId, team_name: 'The Kettle', email: ann.email, is_yours: !isGuest, state: 'open' }
  page.answers = {
    [hasCode ? `invitation/${teamId}?code=${code}` : `invitation/${teamId}`]:
      typeof facts === 'number' ? facts : { ...invitation, ...facts },
    '/user/profile': { id: ann.id, email: 'ann@work.example' },
  }
  await page.show(<InvitationDialog team={teamId} name="From the address" code={hasCode ? code : undefined} close={close} />)
}
const lastDestination = () => close.mock.calls.at(-1)?.[0]

test('an invitation is accepted or declined', async () => {
  await showRequest({})
  await page.shows('Invitation to The Kettle')
  // The next response has the new state. It must not replace the buttons before the dialog closes.
  page.answers[`invitation/${teamId}?code=${code}`] = {
    ...(page.answers[`invitation/${teamId}?code=${code}`] as object),
    state: 'accepted',
  }
  await page.press('Accept')
  await page.until(() => expect(lastDestination()).toBe('team'))
  expect(document.body.textContent).not.toContain(en.request.accepted)
  expect(page.sent).toMatchObject([{ url: `/api/teams/user-approval/${teamId}`, body: { is_rejected: false, code } }])
  await page.press('Decline')
  await page.until(() => expect(lastDestination()).toBe('settings'))
  expect(page.sent[1]).toMatchObject({ body: { is_rejected: true } })
})

test('a refused answer shows the reason', async () => {
  await showRequest({})
  await page.shows('to build channels together')
  page.refusals = [refusalOf('team_limit', en.errors.team_limit, {}, 422)]
  await page.press('Accept')
  await page.shows(en.errors.team_limit)
  expect(close).not.toHaveBeenCalled()
})

test.each([
  ['accepted', en.request.accepted],
  ['declined', en.request.declined],
  ['expired', en.errors.invitation_expired],
  ['removed', en.errors.invitation_removed],
] as const)('an invitation in the state %s shows a message, with a link to continue', async (state, text) => {
  await showRequest({ state })
  await page.shows(text)
  expect(page.button('Accept')).toBeUndefined()
  await page.press(state === 'accepted' ? en.request.open_team : en.request.teams)
  expect(lastDestination()).toBe(state === 'accepted' ? 'team' : 'teams')
})

test('a missing invitation and a failure show messages', async () => {
  await showRequest(404)
  await page.shows(en.request.missing)
  page.leave()
  await showRequest(403)
  await page.shows(en.request.failed)
  expect(page.button('Accept')).toBeUndefined()
})

test('an invitation for another address names both, and leads to their login', async () => {
  await showRequest({ is_yours: false })
  await page.shows('This invitation is for ann@example.org. You’re logged in as ann@work.example.')
  await page.press('Log out, and log in as ann@example.org')
  expect(lastDestination()).toEqual({ logIn: ann.email })
})

test('a guest logs in or creates an account', async () => {
  await showRequest({}, { isGuest: true })
  await page.shows('This invitation is for ann@example.org.')
  await page.press(en.request.log_in)
  expect(lastDestination()).toEqual({ logIn: ann.email })
  await page.press(en.request.register)
  expect(lastDestination()).toEqual({ join: { email: ann.email, code, team: 'The Kettle' } })
  page.leave()
  await showRequest({}, { isGuest: true, hasCode: false })
  await page.shows(en.request.guest)
  await page.press(en.request.register)
  expect(lastDestination()).toBe('register')
})

test('a login is prefilled, and returns to the link', async () => {
  await page.show(null)
  localStorage.setItem('access_token', 'token')
  const link = `/en/request/${teamId}/The%20Kettle?code=${code}`
  goToLinkDestination({ logIn: ann.email }, link, teamId)
  expect([localStorage.getItem('access_token'), localStorage.getItem('redirected_from')]).toEqual([null, link])
  expect(go.mock.calls[0]).toEqual(['/en/login', { state: { login: JSON.stringify({ user: ann.email }) } }])
  goToLinkDestination({ join: { email: ann.email, code, team: 'The Kettle' } }, link, teamId)
  const joining = { email: ann.email, token: code, team: 'The Kettle', page: `/en/teams?teamId=${teamId}` }
  expect(go.mock.calls[1]).toEqual(['/en/register', { state: joining }])
  goToLinkDestination('team', link, teamId)
  expect(go.mock.calls[2]?.[0]).toBe(`/en/teams?teamId=${teamId}`)
})

async function showStepDown(team: unknown, userId = ann.id) {
  localStorage.setItem('access_token', 'token')
  page.answers = { [`/teams/${teamId}`]: team, '/user/profile': { id: userId, email: 'ann@example.org' } }
  await page.show(<StepDownDialog user={ann.id} team={teamId} admin="Bob" close={close} />)
}
const teamWithRequest = sampleTeam({ users: [{ ...ann, is_admin_asked: true }, bob] })

test.each([
  ['Accept', true],
  ['Decline', false],
] as const)('%s answers an admin who requests the role; the user leaves team mode and goes home', async (name, isApproved) => {
  localStorage.setItem('account_mode', 'TEAM')
  localStorage.setItem('team_id', teamId)
  await showStepDown(teamWithRequest)
  await page.shows('Bob asks you to give up the admin role of The Kettle.')
  page.answers[`/teams/${teamId}`] = sampleTeam()
  await page.press(name)
  await page.until(() => expect(lastDestination()).toBe('home'))
  expect(page.sent).toMatchObject([{ url: `/api/teams/derank-admin/${teamId}`, body: { user_id: ann.id, is_approved: isApproved } }])
  expect([localStorage.getItem('account_mode'), localStorage.getItem('team_id')]).toEqual([null, null])
})

test('approving as the only admin is refused', async () => {
  await showStepDown(teamWithRequest)
  await page.shows('Bob asks')
  page.refusals = [refusalOf('only_admin', en.errors.only_admin)]
  await page.press('Accept')
  await page.shows(en.errors.only_admin)
  expect(close).not.toHaveBeenCalled()
})

test('a request that can’t be answered shows the reason: not open, for another account, or of a deleted team', async () => {
  await showStepDown(sampleTeam())
  await page.shows(en.errors.not_asked)
  page.leave()
  await showStepDown(teamWithRequest, bob.id)
  await page.shows('This request is for another account.')
  page.leave()
  await showStepDown(404)
  await page.shows(en.derank.gone)
  page.leave()
  await page.show(<StepDownDialog user={ann.id} team={teamId} admin="Bob" close={close} />)
  await page.shows(en.derank.guest)
  expect(page.sent).toEqual([])
})
