import { describe, expect, test } from 'vitest'
import { ApiError } from '#kit/contract/client.ts'
import { storage } from './storage.ts'
import { fakeNetwork } from '#test/fixtures/web/fake-network.ts'

const { json, serve, get, post, withSession, cut } = fakeNetwork()

const html = (status: number) => new Response('<h1>Somebody else</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Each failure, with the outcomes for a read, a change that may be repeated, and a change that may not. */
const outcomesByFault: Record<string, { happens: () => Response; read: [number, string]; once: [number, string] }> = {
  'no response': {
    happens: () => {
      throw new TypeError('Failed to fetch')
    },
    read: [0, 'offline'],
    once: [0, 'answer_lost'],
  },
  'half a response': { happens: () => cut(200), read: [0, 'offline'], once: [0, 'answer_lost'] },
  'half a refusal': { happens: () => cut(403), read: [0, 'offline'], once: [0, 'answer_lost'] },
  'a hotel’s captive portal': { happens: () => html(200), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'an empty success': { happens: () => new Response(null, { status: 200 }), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'JSON that is none': {
    happens: () => new Response('{"half":', { headers: { 'content-type': 'application/json' } }),
    read: [502, 'unavailable'],
    once: [0, 'answer_lost'],
  },
  'a proxy without an upstream': { happens: () => html(502), read: [502, 'unavailable'], once: [0, 'answer_lost'] },
  'a proxy that timed out': { happens: () => html(504), read: [504, 'unavailable'], once: [0, 'answer_lost'] },
  'a proxy that refuses': { happens: () => html(403), read: [403, 'unavailable'], once: [403, 'unavailable'] },
  'a refusal of another shape': { happens: () => json(500, { error: 'x' }), read: [500, 'unavailable'], once: [500, 'unavailable'] },
  'errors of another shape': {
    happens: () => json(422, { message: 'x', code: 'x', errors: { name: 'short' } }),
    read: [422, 'unavailable'],
    once: [422, 'unavailable'],
  },
}

/** The request that fails: the call with a valid token, the renewal, or the call after the renewal. */
const failingCalls = ['the call', 'the renewal', 'the repeated call'] as const

describe.for(Object.entries(outcomesByFault))('%s', ([, { happens, read, once }]) => {
  test.for(failingCalls.flatMap((failingCall) => (['none', 'same', 'once'] as const).map((effect) => [failingCall, effect] as const)))(
    'during %s, for a call with the effect %s',
    async ([failingCall, effect]) => {
      storage.set('access_token', failingCall === 'the call' ? 'new' : 'old')
      storage.set('refresh_token', 'r1')
      const calls = serve((url, init) => {
        const isRenewal = url === '/api/user/token'
        const isRepeated = !isRenewal && calls.length > 1
        const fails = failingCall === 'the renewal' ? isRenewal : !isRenewal && (failingCall === 'the call' || isRepeated)
        return fails ? happens() : withSession(url, init)
      })
      const call = effect === 'none' ? get('/api/a') : post('/api/a', {}, effect)
      const error: unknown = await call.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ApiError)
      const { status, body } = error as ApiError
      // The server refused the expired token, so it hasn't carried out the call.
      if (failingCall === 'the renewal') expect([0, 503]).toContain(status)
      else expect([status, body.code]).toEqual(effect === 'once' ? once : read)
      expect(body).toMatchObject({ message: expect.stringMatching(/\w/) as string, errors: {} })
      // Only a call that was refused for its token is sent twice.
      expect(calls.filter(({ url }) => url === '/api/a')).toHaveLength(failingCall === 'the repeated call' ? 2 : 1)
      // Network failures end no session.
      expect(storage.get('refresh_token')).toBeDefined()
    },
  )
})
