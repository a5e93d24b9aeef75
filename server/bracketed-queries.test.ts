import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { contracts } from './features.ts'

const server = await startTestServer({ RATE_LIMITS: 'off' })
const caller = await createUser(server, { is_operator: true, is_broadcaster: true })

const parameters = contracts
  .flatMap((contract) => Object.values<Endpoint>(contract))
  .filter(({ params }) => !params)
  .flatMap(({ method, path, query }) =>
    Object.keys((query as z.ZodMiniObject | undefined)?.shape ?? {}).map((name) => ({ method, path, name })),
  )

test('there are parameters to check', () => expect(parameters.length).toBeGreaterThan(50))

test.each([
  ...parameters,
  { method: 'GET', path: '/api/oembed', name: 'maxwidth' },
  { method: 'GET', path: '/api/oembed', name: 'url' },
] as const)('$method $path refuses lists of `$name`', async ({ method, path, name }) => {
  const url = `${path}?`
  for (const query of [`${name}[]=1`, `${name}[from]=1`, `${name}=1&${name}[]=1`, `${name}[]=1&${name}=1`, `${name}=1&${name}=2`]) {
    const { statusCode, body } = await server.app.inject({ method, url: url + query, headers: { authorization: `Bearer ${caller.token}` } })
    const { errors } = JSON.parse(body) as { errors?: Record<string, unknown> }
    expect([query, statusCode, Object.keys(errors ?? {})]).toEqual([query, 422, expect.arrayContaining([name])])
  }
})
