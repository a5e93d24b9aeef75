import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { markUnsaved } from '#ui/unsaved.ts'
import { sampleChannel } from '#features/channels/web/samples.ts'
import en from '../locales/en.json' with { type: 'json' }
import { TeamsScreen } from './TeamsScreen.tsx'
import { ann, bob, createPage, refusalOf, sampleTeam, sampleTile, teamId } from './test-page.tsx'

vi.mock('#shell/Screen.tsx', () => ({ Screen: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('#ui/useDelayed.ts', () => ({ useDelayed: (isLate: boolean) => isLate, useLate: (isLate: boolean) => isLate }))
const confirm = vi.hoisted(() => vi.fn<(question: { title: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm, confirmDiscard: () => Promise.resolve(true) }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))
const performAction = vi.hoisted(() => vi.fn<(id: string, subject: { id: string }) => Promise<void>>(() => Promise.resolve()))
vi.mock('#shell/perform-action.ts', () => ({ performAction }))
const go = vi.hoisted(() => vi.fn<(href: string) => void>())
vi.mock('#shell/navigation.ts', async (load) => ({ ...(await load<object>()), useGo: () => go }))

const page = createPage()
beforeEach(() => localStorage.setItem('access_token', 'token'))
afterEach(() => {
  page.leave()
  vi.clearAllMocks()
})
const showTeam = (facts: Parameters<typeof sampleTeam>[0], others: Record<string, unknown> = {}) => {
  page.answers = { [`/teams/${teamId}`]: sampleTeam(facts), '/user/profile': { id: ann.id, email: ann.email }, ...others }
  return page.show(<TeamsScreen teamId={teamId} />)
}

test('guests are redirected to the home screen', async () => {
  localStorage.clear()
  await page.show(<TeamsScreen />)
  expect(go.mock.calls[0]?.[0]).toBe('/en/')
})

test('a user who is logged out while typing stays, because the input can be sent after another login', async () => {
  page.answers = { '/api/teams': [] }
  await page.show(<TeamsScreen />)
  await page.shows(en.none)
  const clearMark = markUnsaved()
  await page.until(() => storage.remove('access_token'))
  expect(go).not.toHaveBeenCalled()
  await page.until(clearMark)
  expect(go.mock.calls[0]?.[0]).toBe('/en/')
})

test('invitations come before the teams, each with its answers', async () => {
  page.answers = {
    '/api/teams': [sampleTile('Films', { id: 'Tm1', is_pending: true }), sampleTile('The Kettle', { is_admin: true, users_count: 1 })],
  }
  await page.show(<TeamsScreen />)
  await page.shows('Films invites you to join.')
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['Invitations'])
  expect(document.body.textContent).toContain('Admin · 1 member · 1 channel')
  expect(document.querySelector('a')!.getAttribute('href')).toBe(`/en/teams?teamId=${teamId}`)
  await page.press('Accept the invitation from Films')
  await page.press('Decline the invitation from Films')
  expect(performAction.mock.calls).toMatchObject([
    ['team.accept', { id: 'Tm1' }],
    ['team.decline', { id: 'Tm1' }],
  ])
})

test('without teams, the list offers to create one; a failure can be retried', async () => {
  page.answers = { '/api/teams': [] }
  await page.show(<TeamsScreen />)
  await page.shows(en.none)
  expect(page.button(en.form.create)).toBeDefined()
  page.leave()
  localStorage.setItem('access_token', 'token')
  page.answers = { '/api/teams': 403 }
  await page.show(<TeamsScreen />)
  await page.shows(en.failed)
})

test('an admin sees members with their role, and invitations with their actions', async () => {
  await showTeam({
    users: [ann, { ...bob, nickname: null }, { ...bob, id: 'Us3', nickname: 'Cas', is_admin: true, is_admin_asked: true }],
    pending_users: [{ id: 'In1', email: 'dee@example.org', nickname: null, invited_at: '2026-01-01T10:00:00.000Z' }],
  })
  await page.shows('dee@example.org')
  const lines = [...document.querySelectorAll('[aria-labelledby="members"] li')].map(({ textContent }) => textContent.slice(2))
  expect(lines.slice(0, 3)).toEqual([
    'Ann (you)ann@example.orgAdmin',
    'User Nicknamebob@examplMember',
    `Casbob@exampl${en.team.asked}Admin`,
  ])
  expect(lines[3]).toContain('Pending')
  expect(document.body.textContent).toContain('No description')
  await page.press('Invite dee@example.org again')
  await page.until(() => expect(page.sent).toMatchObject([{ url: `/api/teams/${teamId}`, body: { users: ['dee@example.org'] } }]))
  await page.until(() => expect(page.button('Withdraw the invitation for dee@example.org')?.getAttribute('aria-busy')).not.toBe('true'))
  page.answers[`/teams/${teamId}`] = sampleTeam()
  await page.press('Withdraw the invitation for dee@example.org')
  await page.until(() => expect(toast.mock.calls.at(-1)?.[0]).toBe('The invitation for dee@example.org was withdrawn'))
  await page.until(() => expect(page.sent[1]).toMatchObject({ url: `/api/teams/delete-user/${teamId}/In1` }))
})

test('a member sees invited users and can leave, but has no actions of admins', async () => {
  await showTeam({
    is_admin: false,
    pending_users: [{ id: 'In1', email: 'dee@exampl', nickname: null, invited_at: '2026-01-01T10:00:00.000Z' }],
  })
  await page.shows('dee@exampl')
  for (const name of [en.team.add_member, en.team.edit, 'Withdraw the invitation for dee@exampl']) expect(page.button(name)).toBeUndefined()
  await page.press(en.team.leave)
  expect(performAction.mock.calls[0]?.[0]).toBe('team.leave')
})

test('a user adds own channels, one by one or all at once', async () => {
  const ownChannel = (id: string) => sampleChannel({}, { id, name: id })
  const mine = {
    watchLater: { ...ownChannel('Later'), watch_later: true },
    directPublish: { ...ownChannel('Direct'), direct_publish: true },
    other: [ownChannel('One'), ownChannel('Two')],
    public: [],
    groups: [],
    archive: [],
    archivedGroups: [],
  }
  await showTeam({}, { '/api/playlists': mine })
  await page.shows(en.team.channels)
  await page.press(en.add.show)
  await page.shows('One')
  expect(document.querySelectorAll('[type=checkbox]').length).toBe(3)
  const save = () => page.button(en.add.save)!
  expect(save().disabled).toBe(true)
  const [checkbox] = document.querySelectorAll<HTMLInputElement>('[type=checkbox]')
  await page.until(() => checkbox!.click())
  await page.until(() => expect(save().disabled).toBe(false))
  await page.press(en.add.save)
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('Playlist Added'))
  expect(page.sent).toMatchObject([{ body: { playlists: ['One', 'Two'] } }])
  expect(page.button(en.add.show)).toBeDefined()
})

test('in team mode, the panel explains how to add own channels', async () => {
  localStorage.setItem('account_mode', 'TEAM')
  await showTeam({})
  await page.shows(en.team.channels)
  await page.press(en.add.show)
  await page.shows(en.add.in_team)
  expect(document.querySelector('[type=checkbox]')).toBeNull()
})

test('a channel is opened, or returned after a confirmation', async () => {
  await showTeam({ playlists: [{ id: 'Pl1', name: 'Night Trains', icon: null }] })
  await page.shows('Night Trains')
  expect(document.querySelector('a[href*=my-playlists]')!.getAttribute('href')).toBe('/en/my-playlists?playlist=Pl1')
  confirm.mockResolvedValueOnce(false)
  await page.press('Give Night Trains back')
  expect(page.sent).toEqual([])
  page.refusals = [refusalOf('gone', 'It is gone.')]
  await page.press('Give Night Trains back')
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('It is gone.'))
  expect(page.sent).toMatchObject([{ method: 'DELETE', url: `/api/teams/playlist/${teamId}/Pl1` }])
})

test('a missing team leads to the list of teams; an invited user answers there', async () => {
  page.answers = { [`/teams/${teamId}`]: 404, '/api/teams': [] }
  await page.show(<TeamsScreen teamId={teamId} />)
  await page.shows(en.team.missing)
  page.leave()
  localStorage.setItem('access_token', 'token')
  page.answers = { [`/teams/${teamId}`]: 404, '/api/teams': [sampleTile('The Kettle', { is_pending: true })] }
  await page.show(<TeamsScreen teamId={teamId} />)
  await page.shows('The Kettle invites you to join.')
  expect(page.button('Accept the invitation from The Kettle')).toBeDefined()
})

test('200 members and 100 channels are shown and searched', async () => {
  const users = Array.from({ length: 200 }, (_, index) => ({ ...bob, id: `Us${index}`, nickname: `Member ${index}` }))
  const playlists = Array.from({ length: 100 }, (_, index) => ({ id: `Pl${index}`, name: `Channel ${index}`, icon: null }))
  await showTeam({ users, playlists })
  await page.shows('Member 11')
  expect(document.querySelectorAll('[aria-labelledby="channels"] li').length).toBe(12)
  await page.press('Show all 100 channels')
  await page.shows('Channel 99')
  await page.press('Show all 200 members')
  await page.shows('Member 199')
  expect(document.querySelectorAll('[aria-labelledby="members"] li').length).toBe(200)
  await page.type(`input[placeholder="${en.team.find_member}"]`, 'member 19')
  await page.until(() => expect(document.querySelectorAll('[aria-labelledby="members"] li').length).toBe(11))
  await page.type(`input[placeholder="${en.team.find_channel}"]`, 'nothing')
  await page.shows('Nothing matches “nothing”.')
})
