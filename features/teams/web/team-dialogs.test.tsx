import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { ann, bob, createPage, refusalOf, sampleTeam, teamId } from './test-page.tsx'
import { TeamDialog } from './TeamDialog.tsx'

const confirm = vi.hoisted(() => vi.fn<(question: { title: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm, confirmDiscard: () => Promise.resolve(true) }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))
const go = vi.hoisted(() => vi.fn<(href: string) => void>())
vi.mock('#shell/navigation.ts', async (load) => ({ ...(await load<object>()), useGo: () => go }))

const page = createPage()
const close = vi.fn<() => void>()
beforeEach(() => localStorage.setItem('access_token', 'token'))
afterEach(() => {
  page.leave()
  vi.clearAllMocks()
})
const submit = () => page.until(() => document.querySelector<HTMLButtonElement>('[type=submit]')!.click())

/** Opens the dialog for a member of a team. */
const showMember = (member: typeof ann, { isAdmin = true, isYou = false } = {}) => {
  const team = sampleTeam({ is_admin: isAdmin, users: [ann, bob, member] })
  page.answers = { [`/teams/${teamId}`]: team }
  return page.show(<MemberDialog team={team} member={member} isYou={isYou} close={close} />)
}
const cas = { ...bob, id: 'Us3Jw8PdY6t', nickname: 'Cas' }

test('members who aren’t admins have no permission', async () => {
  await showMember(cas, { isAdmin: false })
  await page.shows('No permission for this action')
  for (const name of ['Make Admin', 'Remove From Admin', 'Remove']) expect(page.button(name)).toBeUndefined()
})

test('an admin makes a member an admin, or removes them after a confirmation', async () => {
  await showMember(cas)
  await page.press('Make Admin')
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('Cas is now an admin'))
  expect(page.sent).toMatchObject([{ url: `/api/teams/admin-toggle/${teamId}`, body: { user_id: cas.id, is_admin: true } }])
  confirm.mockResolvedValueOnce(false)
  await page.press('Remove')
  expect(page.sent.length).toBe(1)
  await page.press('Remove')
  await page.until(() => expect(toast.mock.calls[1]?.[0]).toBe('Cas was removed'))
  expect(page.sent[1]).toMatchObject({ url: `/api/teams/delete-user/${teamId}/${cas.id}` })
  expect(close).toHaveBeenCalledTimes(2)
})

test('another admin gets a request to give up the role, and can’t be removed before', async () => {
  await showMember({ ...cas, is_admin: true })
  await page.shows('An admin must agree')
  expect(page.button('Remove')).toBeUndefined()
  await page.press('Remove From Admin')
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('Cas was asked to give up the admin role'))
  page.leave()
  await showMember({ ...cas, is_admin: true, is_admin_asked: true })
  await page.shows('hasn’t answered yet')
})

test('the only admin can’t give up the role', async () => {
  await showMember(ann, { isYou: true })
  page.refusals = [refusalOf('only_admin', en.errors.only_admin)]
  await page.press('Remove From Admin')
  await page.shows('You can not remove yourself from admin unless there is more than 1 admin')
  expect(close).not.toHaveBeenCalled()
})

test('all addresses of a pasted list are invited', async () => {
  await page.show(<AddMemberDialog team={teamId} close={close} />)
  await page.shows('Add Member to Team')
  expect(document.querySelector<HTMLButtonElement>('[type=submit]')).toMatchObject({ textContent: 'Add Member', disabled: true })
  await page.type('textarea', 'cas@example.org, dee@')
  await submit()
  await page.shows('This isn’t an email address: dee@')
  expect(page.sent).toEqual([])
  await page.type('textarea', 'cas@example.org\nDee <dee@example.org>')
  await submit()
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('2 invitations sent'))
  expect(page.sent).toMatchObject([{ body: { users: ['cas@example.org', 'dee@example.org'] } }])
})

test('at most 20 addresses are invited at a time; refused ones are listed, and the input stays', async () => {
  await page.show(<AddMemberDialog team={teamId} close={close} />)
  await page.type('textarea', Array.from({ length: 21 }, (_, index) => `user${index}@example.org`).join('\n'))
  await submit()
  await page.shows('You can invite 20 people at a time.')
  await page.type('textarea', 'cas@example.org, bob@example.org')
  page.refusals = [refusalOf('invalid', 'Invalid', { 'users.1': ['Email should be valid'] }, 422)]
  await submit()
  await page.shows('bob@example.org: Email should be valid')
  page.refusals = [refusalOf('invitation_limit', en.errors.invitation_limit, {}, 429)]
  await submit()
  await page.shows(en.errors.invitation_limit)
  expect(document.querySelector('textarea')!.value).toBe('cas@example.org, bob@example.org')
  expect(close).not.toHaveBeenCalled()
})

test('a team is created with its first members, and opens', async () => {
  await page.show(<TeamDialog team={null} close={close} />)
  await page.type('[name=name]', 'The Kettle')
  await page.type('textarea:not([name])', 'cas@example.org')
  page.refusals = [refusalOf('team_limit', en.errors.team_limit, { name: ['Too long.'] }, 422)]
  await submit()
  await page.shows('Too long.')
  page.refusals = []
  await submit()
  await page.until(() => expect(go.mock.calls[0]?.[0]).toBe(`/en/teams?teamId=${teamId}`))
  expect(page.sent.at(-1)).toMatchObject({ url: '/api/teams', body: { name: 'The Kettle', description: '', users: ['cas@example.org'] } })
})

test('a team is edited, and its logo removed', async () => {
  await page.show(<TeamDialog team={sampleTeam({ logo: '/pictures/a.webp', description: 'Films' })} close={close} />)
  expect(document.querySelectorAll('textarea').length).toBe(1)
  await page.press(en.form.logo_remove)
  await submit()
  await page.until(() => expect(close).toHaveBeenCalled())
  expect(page.sent).toMatchObject([{ url: `/api/teams/${teamId}`, body: { name: 'The Kettle', description: 'Films', logo: null } }])
})
