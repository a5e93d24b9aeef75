import { expect, test } from 'vitest'
import { serve } from '#test/serve.ts'

const { app } = await serve()

test('the product is healthy when its database answers', async () => {
  const answer = await app.inject('/health')
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})

test('what it can do is described by OpenAPI', async () => {
  const document = (await app.inject('/api/openapi.json')).json<{ openapi: string; paths: Record<string, unknown> }>()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/getMeta']).toBeDefined()
})
