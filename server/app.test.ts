import { expect, test } from 'vitest'
import { serve } from '#test/serve.ts'

const { app, services } = await serve()

test('the product is healthy when its database answers', async () => {
  const answer = await app.inject('/health')
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})

test('a part behind the end of a file is not there, and said so as players know it', async () => {
  const { statusCode, json } = await app.inject({ url: '/media/demo/low-tide.mp4', headers: { range: 'bytes=99999999-' } })
  expect([statusCode, json()]).toMatchObject([416, { code: 'malformed', errors: {} }])
})

test('what it can do is described by OpenAPI', async () => {
  const document = (await app.inject('/api/openapi.json')).json<{ openapi: string; paths: Record<string, unknown> }>()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/getMeta']).toBeDefined()
})

test('an address has 6,000 requests a minute, however it writes the path', async () => {
  for (let made = 0; made < 6000; made++) services.limits.count('requests:127.0.0.1', { max: 6000, windowSeconds: 60 })
  for (const url of ['/api/countries', '/%61pi/countries', 'http://other.example/api/countries', '/api/countries/'])
    expect((await app.inject(url)).statusCode).toBe(429)
  expect((await app.inject({ url: '/api/countries', remoteAddress: '203.0.113.7' })).statusCode).toBe(200)
})
