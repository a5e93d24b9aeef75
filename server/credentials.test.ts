import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fillPath } from '#kit/contract/endpoint.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { contracts } from './features.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const { app, db } = server

const endpoints = contracts.flatMap((contract) => Object.values(contract))
const params = { id: 'nosuchthing', token: 'x'.repeat(43) }

/** Sends headers unchanged, including duplicates. */
async function send(method: string, path: string, headers: string[]): Promise<{ status: number | undefined; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { port, host: '127.0.0.1', method, path, headers: ['Host', `127.0.0.1:${port}`, ...headers] },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode, body }))
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
const profile = '/api/user/profile'

test('every call refuses an invalid token before reading the body, guest calls too', async () => {
  const [ann, expired, left] = [await createUser(server), await createUser(server), await createUser(server)]
  await db
    .updateTable('session_token')
    .set({ access_expires_at: new Date(Date.now() - 1000) })
    .where('session_id', '=', expired.sessionId)
    .execute()
  await app.inject({ method: 'POST', url: '/api/logout', headers: { authorization: `Bearer ${left.token}` } })
  const tokens = [expired.token, left.token, ann.refreshToken, ann.cookie, ann.token.slice(0, -1), 'x'.repeat(9000)]
  expect(endpoints.length).toBeGreaterThan(45)
  for (const { method, path, access } of endpoints) {
    if (access === 'open') continue
    for (const token of tokens) {
      const response = await app.inject({
        method,
        url: fillPath(path, new Proxy({}, { get: (_, name) => params[name as 'id'] ?? params.id })),
        // A body of a refused type. The expected 401 shows that it isn't parsed.
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/xml' },
        ...(method !== 'GET' && { payload: '<x' }),
      })
      expect([method, path, token.slice(0, 50), response.statusCode]).toEqual([method, path, token.slice(0, 50), 401])
    }
  }
})

test('accepts a token only in its header, once and unchanged', async () => {
  const { token, cookie, refreshToken } = await createUser(server)
  const status = async (headers: string[], path = profile) => (await send('GET', path, headers)).status
  for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`, `Bearer   ${token} `])
    expect([good, await status(['Authorization', good])]).toEqual([good, 200])
  const refusedRequests: string[][] = [
    ['Authorization', `Bearer ${token}`, 'Authorization', `Bearer ${token}`],
    ['Authorization', 'Basic d2ViOndlYg==', 'authorization', `Bearer ${token}`],
    ['Authorization', `Bearer ${token}`, 'AUTHORIZATION', 'Bearer other'],
    ['Authorization', `Bearer ${token}, Bearer ${token}`],
    ['Authorization', `Bearer ${token.slice(0, 20)} ${token.slice(20)}`],
    ['Authorization', `Bearer\t${token}`],
    ['Authorization', `Bearer${token}`],
    ['Authorization', `Bearer "${token}"`],
    ['Authorization', `Bearer ${token}\u00a0`],
    ['Authorization', `Bearer ${token}=`],
    ['Authorization', `Token ${token}`],
    ['Authorization', token],
    ['Cookie', `media_session=${cookie}; access_token=${token}; Authorization=Bearer ${token}`],
    ['X-Authorization', `Bearer ${token}`],
    ['Proxy-Authorization', `Bearer ${token}`],
    ['X-Access-Token', token],
  ]
  for (const headers of refusedRequests) expect([headers, await status(headers)]).toEqual([headers, 401])
  for (const query of [`access_token=${token}`, `token=${token}`, `authorization=Bearer%20${token}`, `refresh_token=${refreshToken}`])
    expect([query, await status([], `${profile}?${query}`)]).toEqual([query, 401])
  // The header is longer than the maximum.
  expect(await status(['Authorization', `Bearer ${'x'.repeat(20_000)}`])).toBe(431)
})

test('a cookie alone authenticates no call, so other sites cannot make calls', async () => {
  const { cookie } = await createUser(server)
  for (const { method, path, access, responseType } of endpoints) {
    if (access === 'open' || access === 'anyone') continue
    const response = await app.inject({
      method,
      url: fillPath(path, new Proxy({}, { get: () => params.id })),
      headers: { cookie: `media_session=${cookie}`, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method !== 'GET' && { payload: '_method=PATCH&name=x' }),
    })
    // The cookie authenticates only events, because EventSource sends no headers, and only for pages of this site.
    expect([method, path, response.statusCode]).toEqual([method, path, responseType === 'events' ? 403 : 401])
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
})
