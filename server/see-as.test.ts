import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { seeAsViewers } from '#kit/contract/see-as-viewers.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { status as channelStatus } from '#features/channels/rules.ts'
import { operatorContract } from '#features/operator/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { createNamedThings } from '#test/named-things.ts'
import { makeChannel, outcome } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { contracts } from './features.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db, guest } = server
const operator = await createUser(server, { is_operator: true, nickname: 'Olga', can_upload_video: true })
const outsider = await createUser(server)
const beforeTheFirstStart = await Promise.all(
  (['en', 'nl'] as const).map(async (language) => {
    const headers = { 'see-as': 'user', authorization: `Bearer ${operator.token}`, 'accept-language': language }
    return (await app.inject({ url: '/api/teams', headers })).json<{ code: string; message: string }>()
  }),
)
for (const viewer of seeAsViewers) await operator.client(operatorContract.startSeeingAs, { body: { viewer } })

const endpoints = contracts.flatMap((contract): [string, Endpoint][] => Object.entries(contract))
const callAs = async (
  viewer: string,
  url: string,
  { method = 'GET', token = operator.token }: { method?: string; token?: string } = {},
) => {
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: { 'see-as': viewer, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.statusCode, body: response.body, code: () => response.json<{ code?: string }>().code }
}
/** Returns the endpoint's path with arbitrary ids, because the caller is refused before the thing is looked up. */
const pathOf = ({ path }: Endpoint) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key]) => [key!, '11111111111'])))

const changingCalls = endpoints.filter(([, { method }]) => method !== 'GET')
const operatorReads = endpoints.filter(([, { method, access }]) => method === 'GET' && (access === 'operator' || access === 'moderator'))

test.each(seeAsViewers)('as %s, every change and every call of operators is refused', async (viewer) => {
  expect([changingCalls.length > 150, operatorReads.length > 20]).toEqual([true, true])
  for (const [name, endpoint] of [...changingCalls, ...operatorReads]) {
    const { status, code } = await callAs(viewer, pathOf(endpoint), { method: endpoint.method })
    expect([name, status, code()]).toEqual([name, 403, 'only_seen'])
  }
})

test('before the view is started, a read is refused with the call that starts it', () => {
  expect(beforeTheFirstStart).toEqual([
    expect.objectContaining({ code: 'see_as_not_started', message: expect.stringContaining('POST /api/operator/seen') as string }),
    expect.objectContaining({ message: expect.stringContaining('Bekijken als') as string }),
  ])
})

test('only operators can see the site as others', async () => {
  for (const viewer of seeAsViewers) {
    expect((await callAs(viewer, '/api/playlists', { token: outsider.token })).status).toBe(403)
    expect((await callAs(viewer, '/api/playlists', { token: '' })).status).toBe(401)
  }
  expect((await callAs('Olga', '/api/playlists')).status).toBe(422)
  expect(await outcome(outsider.client(operatorContract.startSeeingAs, { body: { viewer: 'user' } }))).toBe('403 forbidden')
  expect(await outcome(guest(operatorContract.startSeeingAs, { body: { viewer: 'user' } }))).toBe('401 login_required')
  expect(await outcome(operator.client(operatorContract.startSeeingAs, { body: { viewer: 'owner' as never } }))).toMatch(/^422/)
})

test('each start is recorded once, and examples are created once', async () => {
  const { data } = await operator.client(operatorContract.listAudit, { query: { act: 'site.seen_as' } })
  expect(data.map(({ thing }) => thing.name)).toEqual(['member', 'user', 'guest'])
  const { data: examples } = await operator.client(operatorContract.listUsers, { query: { query: '@see-as.invalid' } })
  expect(examples).toEqual([])
  const accounts = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'like', 'seeAs%')
    .where('suspended_until', 'is not', null)
    .execute()
  expect(accounts).toHaveLength(3)
})

const readAs = (viewer: string) => async (path: string) => JSON.parse((await callAs(viewer, path)).body) as Record<string, unknown>

test('viewers see public things, and nothing of the operator', async () => {
  const [own, open] = await Promise.all([
    makeChannel(operator.client, { status_id: channelStatus.private }),
    makeChannel(operator.client, { status_id: channelStatus.public }),
  ])
  expect(await outcome(operator.client(channelsContract.getPlaylist, { params: { id: own.id } }))).toBe('done')
  for (const viewer of seeAsViewers) {
    expect((await callAs(viewer, `/api/playlists/${own.id}`)).status).toBe(404)
    expect((await callAs(viewer, `/api/playlists/${open.id}`)).status).toBe(200)
  }
  expect((await callAs('guest', accountsContract.getProfile.path)).status).toBe(401)
  for (const viewer of ['user', 'member']) {
    expect(await readAs(viewer)(accountsContract.getProfile.path)).toMatchObject({ nickname: `Example ${viewer}`, is_operator: false })
    expect((await readAs(viewer)(accountsContract.listSessions.path)) as unknown).toEqual([])
  }
  expect(await outcome(operator.client(accountsContract.getProfile, {}))).toBe('done')
})

test('the member is in one team, without the admin role; the user in none; a team of others is refused', async () => {
  expect((await readAs('user')('/api/teams')) as unknown).toEqual([])
  const [team] = (await readAs('member')('/api/teams')) as unknown as { id: string }[]
  expect(team).toMatchObject({ name: 'Example team' })
  const { id } = await operator.client(teamsContract.createTeam, { body: { name: 'Own team' } })
  const inTeam = (viewer: string, teamId: string) =>
    app.inject({
      url: '/api/playlists',
      headers: { 'see-as': viewer, 'x-team-id': teamId, authorization: `Bearer ${operator.token}` },
    })
  expect((await inTeam('member', id)).statusCode).toBe(403)
  expect((await inTeam('user', team!.id)).statusCode).toBe(403)
  const rows = await db.selectFrom('team_member').select(['user_id', 'is_admin']).where('team_id', '=', team!.id).execute()
  expect(rows).toContainEqual({ user_id: 'seeAsMember', is_admin: false })
})

test('every read by a viewer succeeds or is refused, without a server error', async () => {
  const { fill } = await createNamedThings(server, 'https://films.test/')
  const reads = endpoints.filter(
    ([, { method, access, responseType = 'json' }]) =>
      method === 'GET' && responseType === 'json' && !['operator', 'moderator'].includes(access),
  )
  for (const [name, endpoint] of reads) {
    const { params = {}, query = {} } = JSON.parse(await fill(JSON.stringify(endpoint.example ?? {}))) as {
      params?: object
      query?: object
    }
    const url = `${fillPath(endpoint.path, params as Record<string, unknown>)}?${new URLSearchParams(query as Record<string, string>).toString()}`
    for (const viewer of seeAsViewers) {
      const { status } = await callAs(viewer, url)
      expect([name, viewer, status < 500]).toEqual([name, viewer, true])
    }
  }
}, 60_000)
