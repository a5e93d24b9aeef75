import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveConstantText } from './serve-constant-text.ts'

const text = 'Rivers and trains. '.repeat(1000)

function serveText() {
  const app = fastify()
  let builds = 0
  serveConstantText(app, '/text', 'text/plain; charset=utf-8', () => {
    builds++
    return text
  })
  const get = (headers: Record<string, string>) => app.inject({ url: '/text', headers })
  return { get, builds: () => builds }
}

test("a text is built once, also for concurrent requests, and sent in each client's encoding", async () => {
  const { get, builds } = serveText()
  const answers = await Promise.all(
    ['br', 'gzip, br;q=0', 'gzip;q=0.5', 'identity', 'br;q=0.0'].map((accept) => get({ 'accept-encoding': accept })),
  )
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'gzip', undefined, undefined])
  expect(brotliDecompressSync(answers[0]!.rawPayload).toString()).toBe(text)
  expect(gunzipSync(answers[1]!.rawPayload).toString()).toBe(text)
  expect((await get({})).body).toBe(text)
  expect(answers[0]!.headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/plain; charset=utf-8' })
  expect(builds()).toBe(1)
})

test('a client that has the text gets 304 without a body', async () => {
  const { get } = serveText()
  const { etag } = (await get({ 'accept-encoding': 'br' })).headers
  for (const knownTags of [String(etag), `"other", ${String(etag)}`, '*']) {
    const second = await get({ 'accept-encoding': 'gzip', 'if-none-match': knownTags })
    expect([second.statusCode, second.body]).toEqual([304, ''])
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})
