import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '#test/serve.ts'

const { app } = await startTestServer({ RATE_LIMITS: 'off' })

/** Spies on all functions of zlib that compress, for all modules. */
function spyOnCompression() {
  const names = (Object.keys(zlib) as (keyof typeof zlib)[]).filter((name) =>
    /^(?:create)?(?:brotliCompress|gzip|deflate|zstdCompress)/i.test(name),
  )
  const compressions = names.map((name) => vi.spyOn(zlib, name as 'gzip'))
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of compressions) spy.mockRestore()
    syncBuiltinESMExports()
  })
  return () => compressions.flatMap((spy, index) => spy.mock.calls.map(() => names[index])).toSorted((a, b) => a!.localeCompare(b!))
}

test.each(['/api/docs', '/api/openapi.json'])('%s is compressed at the first request only', async (url) => {
  const compressions = spyOnCompression()
  const get = (headers: object) => app.inject({ url, headers: { 'accept-encoding': 'br', ...headers } })
  const first = await get({})
  expect(compressions()).toEqual(['brotliCompress', 'gzip'])
  const answers = await Promise.all(Array.from({ length: 50 }, () => get({})))
  expect(answers.every(({ rawPayload }) => rawPayload.equals(first.rawPayload))).toBe(true)
  expect((await get({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  expect(compressions()).toEqual(['brotliCompress', 'gzip'])
})
