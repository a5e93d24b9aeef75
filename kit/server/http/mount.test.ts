import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mountThings } from '#test/mounted-things.ts'

const { app, calls, id, writtenThing, signedIn, send } = mountThings()
beforeEach(() => void (calls.away = 0))
const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.append(key, value)
  return data
}
const json = (value: unknown, headers: Record<string, string> = signedIn) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

test('a response contains only what its schema declares', async () => {
  const { status, body, headers } = await send('GET', `/api/things/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ id, name: 'one', tags: ['a'], open: true, note: null })
  expect(headers['x-request-id']).toMatch(/^[\w-]{16}$/)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test('JSON from the database is sent unchanged', async () => {
  const { payload, headers } = await app.inject({ url: '/api/written' })
  expect(payload).toBe(writtenThing)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})

test('an invalid token is refused on a public call too; a basic credential is ignored', async () => {
  expect((await send('GET', `/api/things/${id}`, { headers: { authorization: 'Bearer dead' } })).status).toBe(401)
  expect((await send('GET', `/api/things/${id}`, { headers: { authorization: 'nonsense' } })).status).toBe(401)
  expect((await send('GET', `/api/things/${id}`, { headers: { authorization: 'Basic d2ViOndlYg==' } })).status).toBe(200)
})

test.each([
  ['a guest', {}, null, null],
  ['a guest who is known to be somewhere', { 'x-country': 'BE' }, null, 'BE'],
  ['a user, where the profile says', signedIn, 'wout', 'NL'],
  ['a user who is somewhere else', { ...signedIn, 'x-country': 'BE' }, 'wout', 'BE'],
])('who reads: %s', async (_, headers: Record<string, string>, nickname, country) => {
  expect((await send('GET', '/api/who', { headers })).body).toEqual({ nickname, country })
})

test('refusals come in order: caller, object, format, values', async () => {
  const garbage = { headers: { 'content-type': 'application/json' }, body: '{' }
  expect((await send('PATCH', `/api/things/${id}`, garbage)).status).toBe(401)
  expect(
    (await send('PATCH', `/api/things/${id}`, { ...garbage, headers: { ...garbage.headers, authorization: 'Bearer new' } })).status,
  ).toBe(427)
  expect((await send('PATCH', '/api/things/zzzzzzzzzzz', { ...garbage, headers: { ...garbage.headers, ...signedIn } })).status).toBe(404)
  expect((await send('PATCH', `/api/things/${id}`, { ...garbage, headers: { ...garbage.headers, ...signedIn } })).status).toBe(400)
  expect((await send('PATCH', `/api/things/${id}`, { headers: { 'content-type': 'text/xml', ...signedIn }, body: '<a/>' })).status).toBe(
    415,
  )
  expect((await send('PATCH', `/api/things/${id}`, json({ name: 'x'.repeat(3000) }))).status).toBe(413)
  expect((await send('PATCH', `/api/things/${id}`, json({ name: 'too long' }))).status).toBe(422)
})

test('an object named in the body is checked before the rest of the body', async () => {
  expect((await send('POST', '/api/parts', json({ thing_id: 'zzzzzzzzzzz', name: 'much too long' }))).status).toBe(404)
  expect((await send('POST', '/api/parts', json({ thing_id: ['a'], name: 'ok' }))).body).toMatchObject({
    code: 'invalid',
    errors: { thing_id: ['This isn’t a valid value'] },
  })
  expect((await send('POST', '/api/parts', json({ thing_id: id, name: 'ok' }))).body).toEqual({})
})

test('an invalid field is named in the language of the reader', async () => {
  const dutch = await send(
    'PATCH',
    `/api/things/${id}`,
    json({ name: 'te lang' }, { ...signedIn, 'accept-language': 'fr, nl-BE;q=0.8, en;q=0.5' }),
  )
  expect(dutch.body).toEqual({ message: 'Maximaal 5 tekens', code: 'invalid', errors: { name: ['Maximaal 5 tekens'] } })
  const missing = await send('PATCH', `/api/things/${id}`, json({}))
  expect(missing.body).toMatchObject({ errors: { name: ['This is required'] } })
  for (const size of [1.5, 'x', '1.0', null]) {
    const { body } = await send('PATCH', `/api/things/${id}`, json({ name: 'a', size }))
    expect(body).toMatchObject({ errors: { size: ['Enter a whole number from 1 to 9'] } })
  }
})

test.each([
  ['an array where a text is due', { name: ['a'] }],
  ['NUL', { name: 'a\0' }],
  ['a lone surrogate', { name: '\ud800' }],
  ['a text where a list is due', { name: 'a', tags: 'a' }],
  ['a huge number', { name: 'a', size: 1e300 }],
  ['a list instead of an object', []],
  ['null', null],
  ['a number', 7],
])('%s is refused, never a failure', async (_, body) => {
  expect((await send('PATCH', `/api/things/${id}`, json(body))).status).toBe(422)
})

test('prototypes are unreachable', async () => {
  expect(
    (
      await send('PATCH', `/api/things/${id}`, {
        headers: { 'content-type': 'application/json', ...signedIn },
        body: '{"name":"a","__proto__":{"x":1}}',
      })
    ).status,
  ).toBe(400)
  const { status } = await send('POST', `/api/things/${id}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...signedIn },
    body: '_method=PATCH&name=a&__proto__[x]=1&constructor[prototype][x]=1',
  })
  expect(status).toBe(200)
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('forms have bracket keys, as text, files and _method', async () => {
  const multipart = await send('POST', `/api/things/${id}`, {
    headers: signedIn,
    body: form({ _method: 'PATCH', name: 'two', 'tags[0]': 'a', 'tags[1]': 'b', open: '1', size: '3', icon: new Blob(['12345']) }),
  })
  expect(multipart.body).toMatchObject({ name: 'two', tags: ['a', 'b'], open: true, note: '3' })
  expect(calls.iconBytes).toBe(5)
  const urlencoded = await send('POST', `/api/things/${id}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...signedIn },
    body: '_method=PATCH&name=two&tags%5B0%5D=a&open=false',
  })
  expect(urlencoded.body).toMatchObject({ name: 'two', tags: ['a'], open: false })
})

test('a multipart body over its limit, or an empty one, is refused', async () => {
  expect(
    (await send('POST', `/api/things/${id}`, { headers: signedIn, body: form({ name: 'a', icon: new Blob(['x'.repeat(3000)]) }) })).status,
  ).toBe(413)
  expect(
    (await send('POST', `/api/things/${id}`, { headers: { ...signedIn, 'content-type': 'multipart/form-data' }, body: 'x' })).status,
  ).toBe(400)
  expect(
    (
      await send('POST', `/api/things/${id}`, {
        headers: { ...signedIn, 'content-type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nbroken',
      })
    ).status,
  ).toBe(400)
})

test('a guest may send as much as a guest needs', async () => {
  const large = form({ _method: 'PATCH', name: 'a', picture: new Blob(['x'.repeat(1_500_000)]) })
  expect((await send('POST', '/api/me', { headers: signedIn, body: large })).status).toBe(200)
  expect((await send('POST', '/api/me', { body: large })).status).toBe(413)
})

test('a guest’s body is limited to 64 KiB, in any form', async () => {
  const name = 'x'.repeat(70_000)
  expect((await send('POST', '/api/me', json({ name }))).status).toBe(422)
  for (const options of [json({ name }, {}), { body: form({ name }) }]) expect((await send('POST', '/api/me', options)).status).toBe(413)
})

test('leaves room for users while the bodies of 300 guests never end', { tags: ['slow'] }, async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const statuses: number[] = []
  const open: ClientRequest[] = []
  onTestFinished(() => open.forEach((guest) => guest.destroy()))
  for (let i = 0; i < 300; i++) {
    const from = { 'x-from': `192.0.${i >> 8}.${i & 255}` }
    const guest = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/me', headers: { ...headers, ...from } })
    guest.on('response', ({ statusCode }) => statuses.push(statusCode ?? 0)).on('error', () => undefined)
    // Of three bodies, two exceed the limit, and one is just below it.
    guest.write('x'.repeat(i % 3 ? 900_000 : 60_000))
    open.push(guest)
  }
  await vi.waitFor(() => expect(statuses.filter((status) => status === 413)).toHaveLength(200), { timeout: 30_000 })
  expect((await send('PATCH', `/api/things/${id}`, json({ name: 'a' }))).status).toBe(200)
  expect((await send('POST', '/api/me', json({ name: 'a' }, {}))).status).toBe(200)
})

test('POST endpoints of one path are distinguished by _method, in forms only', async () => {
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('POST', '/api/me', { headers: urlencoded, body: 'name=a' })).body).toEqual({ made: 'a' })
  expect((await send('POST', '/api/me', { headers: { ...urlencoded, ...signedIn }, body: 'name=a&_method=PATCH' })).body).toEqual({
    changed: 'a',
  })
  expect((await send('POST', '/api/me', { headers: urlencoded, body: 'name=a&_method=PATCH' })).status).toBe(401)
  expect((await send('POST', '/api/me', json({ name: 'a', _method: 'PATCH' }))).body).toEqual({ made: 'a' })
})

test('with two POST endpoints at a path, invalid credentials are refused before the body is read', async () => {
  const headers = { 'content-type': 'text/xml', authorization: 'Bearer bad' }
  expect((await send('POST', '/api/me', { headers, body: '<'.repeat(2000) })).status).toBe(401)
})

test('a DELETE may have a body, an empty one or none', async () => {
  expect((await send('DELETE', '/api/parts', json({ parts: [id] }))).body).toEqual({ count: 1 })
  expect((await send('DELETE', '/api/parts', { headers: { 'content-type': 'application/json', ...signedIn }, body: '' })).body).toEqual({
    count: 0,
  })
  expect((await send('DELETE', '/api/parts', { headers: signedIn })).body).toEqual({ count: 0 })
})

test('a DELETE whose id is empty isn’t taken for one of the whole list', async () => {
  expect((await send('DELETE', `/api/things/${id}/`, json({}))).status).toBe(404)
  expect((await send('GET', `/api/things/${id}/?x=/`)).status).toBe(200)
})

test('a database outage gives 503, after one retry of a read', async () => {
  const { status, headers, body } = await send('GET', '/api/away')
  expect({ status, retry: headers['retry-after'], asked: calls.away }).toEqual({ status: 503, retry: '2', asked: 2 })
  expect(body).toMatchObject({ code: 'unavailable', message: 'We will be right back' })
})

test('an internal error reveals no internals', async () => {
  expect((await send('GET', '/api/broken')).body).toEqual({ message: 'Something went wrong on our side', code: 'internal', errors: {} })
})

test('missing objects and undecodable URLs have the same format', async () => {
  expect(await send('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'not_found', errors: {} } })
  expect(await send('GET', '/api/things/%ff')).toMatchObject({ status: 400, body: { code: 'malformed' } })
  expect((await send('GET', `/api/things/${'a'.repeat(1900)}`)).status).toBe(404)
})

test('the OpenAPI document and its page list every endpoint', async () => {
  const { body } = await send('GET', '/api/openapi.json')
  expect(body).toMatchObject({ openapi: '3.1.0' })
  expect(Object.keys((body as unknown as { paths: object }).paths)).toEqual([
    '/api/things/{id}',
    '/api/me',
    '/api/parts',
    '/api/written',
    '/api/who',
    '/api/away',
    '/api/broken',
  ])
  const { paths } = body as unknown as { paths: Record<string, Record<string, { security: object[]; requestBody: { content: object } }>> }
  const { security, requestBody } = paths['/api/me']!['post']!
  expect(security).toEqual([{}, { bearer: [] }])
  const signsUp = { properties: { name: {} }, required: ['name'] }
  const either = { schema: { anyOf: [signsUp, { properties: { _method: { const: 'PATCH' } }, required: ['_method', 'name'] }] } }
  expect(requestBody.content).toMatchObject({
    'application/json': { schema: signsUp },
    'application/x-www-form-urlencoded': either,
    'multipart/form-data': either,
  })
  expect(Object.keys(paths['/api/things/{id}']!['post']!.requestBody.content)).not.toContain('application/json')
  const page = await send('GET', '/api/docs')
  expect(page.body).toContain('<code>/api/things/:id</code>')
})
