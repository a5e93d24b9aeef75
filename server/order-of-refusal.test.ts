import type * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/ids.ts'
import { makeChannel, makeFilledChannel, makeGroup } from '#test/channels.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { status } from '#features/channels/rules.ts'
import { contracts } from './features.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server
const [caller, stranger] = await Promise.all([createUser(server, { is_operator: true, is_broadcaster: true }), createUser(server)])

/** Links that stop emails respond the same for every id, so that responses don't reveal which ids exist. */
const callsWithoutNotFound = new Set(['stopNotificationDigest', 'stopLinkDigest'])
/** Calls whose paths name a kind or page from a fixed list, instead of an id. */
const callsWithFixedNames = new Set(['setNotificationSetting', 'receiveWebhook', 'saveWelcome', 'undoWelcome', 'previewWelcome'])
const endpoints = contracts
  .flatMap((contract) => Object.entries<Endpoint>(contract))
  .map(([name, endpoint]) => ({ name, endpoint, keys: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key!) }))
const calls = endpoints.filter(
  ({ name, endpoint: { params, body } }) => params && body && !callsWithoutNotFound.has(name) && !callsWithFixedNames.has(name),
)

/** Returns path values of existing things. */
function paramsOf({ params }: Endpoint, keys: readonly string[], values: Record<string, string> = {}) {
  const unknown = Object.fromEntries(keys.map((key) => [key, values[key] ?? newId()]))
  const index = { ...unknown, ...('index' in unknown && { index: '0' }) }
  const token = { ...index, ...('token' in unknown && { token: 'x'.repeat(43) }) }
  return (params as z.ZodMiniType).safeParse(token).success ? token : undefined
}

const brokenBodies = [
  ['cut off', 'application/json', '{"broken'],
  ['of another type', 'text/plain', 'hello'],
  ['of another shape', 'application/json', '[[1]]'],
  ['without what it needs', 'application/json', '{}'],
] as const

async function callWithBodies(
  { endpoint, keys }: (typeof calls)[number],
  values?: Record<string, string>,
  token: string | undefined = caller.token,
) {
  const params = paramsOf(endpoint, keys, values)
  expect(params).toBeDefined()
  const answers = brokenBodies.map(async ([caseName, type, payload]) => {
    const { statusCode, body } = await app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, params),
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': type },
      payload,
    })
    return [caseName, statusCode, body] as const
  })
  return Promise.all(answers)
}

test.each(calls)('$name: a missing thing gives 404 with any body', async (call) => {
  for (const [caseName, statusCode] of await callWithBodies(call)) expect([caseName, statusCode]).toEqual([caseName, 404])
})

test.each(calls.filter(({ endpoint }) => endpoint.access === 'user' || endpoint.access === 'operator'))(
  '$name: a guest gets 401 with any path and body',
  async (call) => {
    for (const [caseName, statusCode] of await callWithBodies(call, undefined, '')) expect([caseName, statusCode]).toEqual([caseName, 401])
  },
)

const [secret, open] = await Promise.all([
  makeFilledChannel(db, stranger.client, ['A'], { status_id: status.private }),
  makeFilledChannel(db, stranger.client),
])
const group = await makeGroup(stranger.client, [(await makeChannel(stranger.client)).id])
const idsOf = ({ playlistId, seriesId, videoIds }: typeof secret) => ({
  playlistId,
  playlist: playlistId,
  series: seriesId,
  seriesId,
  destId: seriesId,
  videoId: videoIds[0]!,
})
/** Returns the path values of a call on a channel or the things in it. `id` is the id of the thing at the path. */
function pathParamsOf({ path }: Endpoint, channel: typeof secret): Record<string, string> {
  const ids = idsOf(channel)
  if (path.startsWith('/api/groups')) return { id: group.id }
  if (/^\/api\/(videos|user\/positions)\//.test(path)) return { ...ids, id: ids.videoId }
  if (path.startsWith('/api/series')) return { ...ids, id: ids.seriesId }
  return { ...ids, id: ids.playlistId }
}

test.each(calls.filter(({ endpoint }) => endpoint.access !== 'operator'))(
  '$name: another user’s private thing looks like a missing one',
  async (call) => {
    const [private_, unknown] = await Promise.all([callWithBodies(call, pathParamsOf(call.endpoint, secret)), callWithBodies(call)])
    expect(private_).toEqual(unknown)
  },
)

const editingCalls = calls.filter(
  ({ endpoint: { path, access } }) => access === 'user' && /^\/api\/(series|related|playlists|playlist|videos)\//.test(path),
)
test.each(editingCalls)("$name: another user's public thing is refused before the body is read", async (call) => {
  for (const [caseName, statusCode] of await callWithBodies(call, pathParamsOf(call.endpoint, open)))
    expect([caseName, statusCode]).toEqual([caseName, 403])
})

const queryEndpoints = endpoints.filter(({ endpoint: { params, query } }) => params && query)
test('some calls have a path and a query to test', () => expect(queryEndpoints.length).toBeGreaterThan(5))

/** Makes calls with each query parameter duplicated, and with an unstorable value. Returns the responses. */
async function callWithQueries({ endpoint, keys }: (typeof calls)[number], values: Record<string, string>, token: string | undefined) {
  const url = fillPath(endpoint.path, paramsOf(endpoint, keys, values))
  const names = Object.keys((endpoint.query as z.ZodMiniObject).shape)
  const queries = [names.flatMap((name) => [`${name}=a`, `${name}=b`]).join('&'), `${names[0]}=%00`]
  const answers = queries.map(async (query) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const { statusCode, body } = await app.inject({ method: endpoint.method, url: `${url}?${query}`, headers })
    return [query, statusCode, body] as const
  })
  return Promise.all(answers)
}

test.each(queryEndpoints)('$name: a missing thing gives 404 with any query', async (call) => {
  const tokens = call.endpoint.access === 'user' ? [caller.token] : [caller.token, undefined]
  for (const token of tokens)
    for (const [query, statusCode] of await callWithQueries(call, {}, token)) expect([query, statusCode]).toEqual([query, 404])
})

test.each(queryEndpoints)('$name: another user’s private thing looks like a missing one with any query', async (call) => {
  const [private_, unknown] = await Promise.all(
    [pathParamsOf(call.endpoint, secret), {}].map((values) => callWithQueries(call, values, caller.token)),
  )
  expect(private_).toEqual(unknown)
})
