import { beforeEach, expect, test, vi } from 'vitest'
import { storage } from '#kit/web/storage.ts'
import { openSender } from './sender.ts'
import type { SenderEvents, Transfer } from './transfers.ts'

interface SenderEvent {
  onBeforeRequest: (request: { setHeader: (name: string, value: string) => void; getMethod: () => string }) => Promise<void>
  onError: (error: { originalResponse: object | null }) => void
}
const { started, refreshTokens, hasTokenExpired } = vi.hoisted(() => ({
  started: [] as SenderEvent[],
  refreshTokens: vi.fn<(token: string) => Promise<string>>(),
  hasTokenExpired: vi.fn<() => boolean>(() => false),
}))
vi.mock('tus-js-client', () => ({
  Upload: class {
    url = '/api/uploads/u1'
    options: SenderEvent
    constructor(_file: File, options: SenderEvent) {
      this.options = options
    }
    start() {
      started.push(this.options)
    }
    abort = () => Promise.resolve()
  },
}))
vi.mock('#kit/web/session.ts', () => ({ refreshTokens, hasTokenExpired }))

const transfer: Transfer = {
  key: 't1',
  ownerId: 'ann',
  file: new File(['x'], 'a.mp4'),
  title: 'A',
  playlistId: 'p',
  seriesId: 's',
  uploadId: 'u1',
  sentBytes: 0,
  samples: [],
  state: 'sending',
  interruptedBy: 'connection',
  reason: undefined,
}
const texts: string[] = []
const events: SenderEvents = {
  created: (id) => texts.push(`created ${id}`),
  progressed: () => undefined,
  done: () => texts.push('done'),
  interrupted: (by = 'connection') => texts.push(`interrupted by ${by}`),
  refused: (reason, isGone) => texts.push(`${isGone ? 'gone' : 'refused'}: ${reason}`),
}
const createResponse = (status: number, body: object = {}) => ({
  getStatus: () => status,
  getHeader: () => 'application/json',
  getBody: () => JSON.stringify(body),
})

beforeEach(() => {
  texts.length = 0
  started.length = 0
  storage.set('access_token', 'first')
})

test.each([
  [null, 'interrupted by connection'],
  [createResponse(429), 'interrupted by rate-limit'],
  [createResponse(503, { message: 'Full', code: 'storage_full', errors: {} }), 'interrupted by server'],
  [createResponse(502), 'interrupted by server'],
  [createResponse(409), 'interrupted by connection'],
  [createResponse(422, { message: 'No', code: 'invalid', errors: { size: ['Too large.'] } }), 'refused: Too large.'],
  [createResponse(404, { message: 'Gone', code: 'not_found', errors: {} }), expect.stringMatching(/^gone: /) as string],
])('a response of %o is classified', async (originalResponse, expected) => {
  openSender(transfer, events).start()
  started[0]!.onError({ originalResponse })
  await vi.waitFor(() => expect(texts).toEqual([expected]))
})

test('an expired login is renewed, and the upload continues with the new token', async () => {
  refreshTokens.mockImplementation((token: string) => {
    storage.set('access_token', `after ${token}`)
    return Promise.resolve('renewed')
  })
  openSender(transfer, events).start()
  const headers = new Map<string, string>()
  const request = { getMethod: () => 'PATCH', setHeader: (name: string, value: string) => void headers.set(name, value) }
  await started[0]!.onBeforeRequest(request)
  started[0]!.onError({ originalResponse: createResponse(401) })
  await vi.waitFor(() => expect(started).toHaveLength(2))
  await started[1]!.onBeforeRequest(request)
  expect([headers.get('Authorization'), texts]).toEqual(['Bearer after first', []])
})

test('a token known to be expired is renewed before the request, and a stopped upload sends none', async () => {
  hasTokenExpired.mockReturnValue(true)
  refreshTokens.mockImplementation((token: string) => {
    storage.set('access_token', `after ${token}`)
    return Promise.resolve('renewed')
  })
  const sender = openSender(transfer, events)
  sender.start()
  const setHeader = vi.fn<(name: string, value: string) => void>()
  await started[0]!.onBeforeRequest({ getMethod: () => 'PATCH', setHeader })
  expect(setHeader).toHaveBeenCalledWith('Authorization', 'Bearer after first')
  const lateRequest = started[0]!.onBeforeRequest({ getMethod: () => 'PATCH', setHeader })
  sender.stop()
  await expect(lateRequest).rejects.toThrow('stopped')
  hasTokenExpired.mockReturnValue(false)
})
