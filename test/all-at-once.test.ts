// @module-tag slow
import { expect, test } from 'vitest'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { contracts } from '#server/features.ts'
import { createNamedThings } from './named-things.ts'
import { startTestServer } from './serve.ts'

const server = await startTestServer({ RATE_LIMITS: 'off', PAYMENTS: 'sandbox' }, { checkAnswers: false })
const otherServer = await server.again()
const apps = [server.app, otherServer.app]

/** Calls that end the caller's login, and calls that fetch a foreign page or answer as a stream. */
const excludedPattern = /logout|sessions|password|\/events|deletion|register|login|token|captcha|verify|\/stream|export/
const endpoints = contracts
  .flatMap((contract) => Object.values<Endpoint>(contract))
  .filter(({ path, bodyType, responseType = 'json' }) => !excludedPattern.test(path) && bodyType !== 'upload' && responseType === 'json')

/** Returns the calls of all examples, on the same things. */
async function createCalls() {
  const { caller, fill } = await createNamedThings(server, 'http://127.0.0.1:9/film.mp4')
  const calls: { method: Endpoint['method']; url: string; body: string | undefined }[] = []
  for (const { method, path, example } of endpoints) {
    const text = await fill(JSON.stringify(example ?? {}))
    const { params, query, body } = JSON.parse(text) as NonNullable<Endpoint['example']>
    const url = `${fillPath(path, { ...params })}?${new URLSearchParams(query as Record<string, string>).toString()}`
    calls.push({ method, url, body: body && JSON.stringify(body) })
  }
  return { caller, calls }
}

test.each([1, 2, 3])(
  'all calls at once, at two instances, are answered without a failure (round %d)',
  async () => {
    const { caller, calls } = await createCalls()
    const changes = calls.filter(({ method }) => method !== 'GET')
    const queue = [...changes, ...changes, ...calls]
      .map((call) => ({ call, order: Math.random() }))
      .toSorted((one, another) => one.order - another.order)
      .map(({ call }) => call)
      .values()
    const failures: string[] = []
    const work = async (index: number) => {
      for (const { method, url, body } of queue) {
        const response = await apps[index % 2]!.inject({
          method,
          url,
          headers: { authorization: `Bearer ${caller.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { payload: body }),
        })
        // 503 would say that transactions deadlocked three times.
        if (response.statusCode >= 500) failures.push(`${response.statusCode} ${method} ${url} ${body ?? ''} ${response.body}`)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, index) => work(index)))
    expect(failures).toEqual([])
  },
  120_000,
)
