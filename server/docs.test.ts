import { expect, test } from 'vitest'
import { serve } from '#test/serve.ts'

const { app } = await serve({ RATE_LIMITS: 'off' })

test.each(['/api/docs', '/api/openapi.json'])('%s is compressed once; each later request costs a millisecond or two', async (url) => {
  const get = (headers: object) => app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } })
  const first = await get({})
  const { etag } = first.headers
  const before = process.cpuUsage()
  for (let count = 0; count < 50; count++) expect((await get({})).rawPayload.equals(first.rawPayload)).toBe(true)
  const { user, system } = process.cpuUsage(before)
  // Compressing the page for each of 50 requests would take 700 ms.
  expect((user + system) / 1000).toBeLessThan(300)
  expect((await get({ 'if-none-match': String(etag) })).statusCode).toBe(304)
})
