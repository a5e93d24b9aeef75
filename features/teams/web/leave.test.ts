import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import type { ActionTools } from '#shell/actions.ts'
import type { Team } from '../contract.ts'
import en from '../locales/en.json' with { type: 'json' }
import { deleteTeam } from './delete-team.ts'
import { leaveTeam } from './leave.ts'
import { teamSubject } from './subjects.ts'
import { ann, bob, refusalOf, sampleTeam, teamId } from './test-page.tsx'

interface Question {
  title: string
  text: string
}
const confirm = vi.hoisted(() => vi.fn<(question: Question) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm }))
const openDialog = vi.hoisted(() => vi.fn<(load: unknown, props: object) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/dialogs.ts', () => ({ openDialog }))
vi.mock('#ui/toasts.ts', () => ({ toast: () => {} }))

afterEach(() => void vi.clearAllMocks())

/** Runs an action on a team as Ann. @param refusals error codes with which the server refuses the next changes */
async function run(action: typeof leaveTeam, team: Team, ...refusals: string[]) {
  const requests: unknown[] = []
  const visited: string[] = []
  const tools = {
    read: ({ path }: { path: string }) => Promise.resolve(path.includes('profile') ? ann : team),
    change: (_: unknown, { body }: { body: unknown }) => {
      requests.push(body)
      const code = refusals.shift()
      if (code === undefined) return Promise.resolve({})
      return Promise.reject(new ApiError(409, refusalOf(code, code).body))
    },
    go: (href: string) => visited.push(href),
  } as unknown as ActionTools
  await action(teamSubject(team), tools)
  return { sent: requests, visited, asked: confirm.mock.calls.map(([{ title, text }]) => ({ title, text })) }
}

const cas = { ...bob, id: 'Us3Jw8PdY6t', is_admin: true }

test('leaving requires one confirmation, and leads to the settings', async () => {
  expect(await run(leaveTeam, sampleTeam({ users: [ann, bob, cas] }))).toMatchObject({
    asked: [{ text: en.leave.text }],
    sent: [{ force: false }],
    visited: ['/en/settings'],
  })
})

test('the last member gets a warning, confirms again, and leaves with force', async () => {
  expect(await run(leaveTeam, sampleTeam({ users: [ann] }))).toMatchObject({
    asked: [
      {
        text: 'You are the last member of this team. If you remove yourself the team and content will remain on choice as an orphan...',
      },
      { title: 'Are you really sure?' },
    ],
    sent: [{ force: true }],
    visited: ['/en/settings'],
  })
})

test.each([[[false]], [[true, false]]])('the answers %j keep the last member in the team', async (answers) => {
  for (const answer of answers) confirm.mockResolvedValueOnce(answer)
  expect(await run(leaveTeam, sampleTeam({ users: [ann] }))).toMatchObject({ sent: [], visited: [] })
})

test('the only admin among others can’t leave, and is led to the members', async () => {
  expect(await run(leaveTeam, sampleTeam())).toMatchObject({ asked: [], sent: [], visited: [`/en/teams?teamId=${teamId}`] })
  expect(openDialog.mock.calls[0]?.[1]).toEqual({ name: 'The Kettle' })
})

test('if the team has changed in the meantime, the refusal leads to the next stage', async () => {
  const others = sampleTeam({ users: [ann, bob, cas] })
  expect(await run(leaveTeam, others, 'last_member')).toMatchObject({
    sent: [{ force: false }, { force: true }],
    visited: ['/en/settings'],
  })
  expect(await run(leaveTeam, others, 'only_admin')).toMatchObject({ sent: [{ force: false }], visited: [`/en/teams?teamId=${teamId}`] })
  await expect(run(leaveTeam, others, 'not_found')).rejects.toThrow('not_found')
})

test('deleting a team shows what happens to its channels', async () => {
  const playlists = [{ id: 'Pl1', name: 'One', icon: null }]
  expect(await run(deleteTeam, sampleTeam({ playlists }))).toMatchObject({
    asked: [{ title: 'Delete “The Kettle”?', text: expect.stringContaining('goes back to the member who added it') as string }],
    sent: [undefined],
    visited: ['/en/teams'],
  })
})
