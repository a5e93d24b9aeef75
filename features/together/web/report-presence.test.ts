import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { presentMembers } from './present-members.ts'
import { reportPresence } from './report-presence.ts'

/** The page's sockets. Tests open and close them as a server would. */
const sockets: FakeSocket[] = []
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    sockets.push(this)
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  show(...names: string[]) {
    const people = names.map((name) => ({ user_id: name, nickname: name, dragging: null, seconds: 45 }))
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ people }) }))
  }
}
const fetched = vi.fn<() => Promise<Response>>()
const isHidden = vi.spyOn(document, 'hidden', 'get')
const setHidden = (hidden: boolean) => {
  isHidden.mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
const presentIds = () => presentMembers.get().map(({ user_id: id }) => id)
const advanceTime = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
let stop = () => {}

beforeEach(async () => {
  vi.useFakeTimers()
  sockets.length = 0
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json({ people: [] })))
  isHidden.mockReturnValue(false)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('WebSocket', FakeSocket)
  stop = reportPresence('AAAAAAAAAAA')
  await advanceTime(0)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
afterAll(() => isHidden.mockRestore())

test('after one call, an open socket replaces calls, and its lists don’t expire', async () => {
  expect(sockets.map(({ address }) => address)).toEqual([
    `${location.origin.replace('http', 'ws')}/api/events/presence?playlist_id=AAAAAAAAAAA`,
  ])
  sockets[0]!.open()
  for (let minute = 0; minute < 10; minute++) {
    sockets[0]!.show('ann')
    await advanceTime(60)
  }
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(presentIds()).toEqual(['ann'])
  sockets[0]!.show()
  expect(presentIds()).toEqual([])
})

test('after its socket is lost, the page shows the members for 45 seconds, polls, and opens another socket', async () => {
  sockets[0]!.open()
  sockets[0]!.show('ann')
  await advanceTime(60)
  fetched.mockImplementation(() => Promise.reject(new TypeError('offline')))
  sockets[0]!.close()
  await advanceTime(40)
  expect(presentIds()).toEqual(['ann'])
  await advanceTime(6)
  expect(presentIds()).toEqual([])
  fetched.mockImplementation(() => Promise.resolve(Response.json({ people: [] })))
  await advanceTime(20)
  expect(sockets).toHaveLength(2)
})

test('if a proxy refuses sockets, the page polls every 20 seconds, and tries again after five minutes', async () => {
  sockets[0]!.close()
  await advanceTime(280)
  expect([fetched.mock.calls.length, sockets.length]).toEqual([15, 1])
  await advanceTime(40)
  expect(sockets).toHaveLength(2)
})

test('a hidden tab neither polls nor keeps its socket; it does both again when it is visible', async () => {
  sockets[0]!.open()
  setHidden(true)
  await advanceTime(600)
  expect([fetched.mock.calls.length, sockets.length, sockets[0]!.readyState]).toEqual([1, 1, 3])
  setHidden(false)
  await advanceTime(0)
  expect([fetched.mock.calls.length, sockets.length]).toEqual([2, 2])
  // Hides the tab while the socket connects. The socket is closed as soon as it opens.
  setHidden(true)
  expect(sockets[1]!.readyState).toBe(0)
  sockets[1]!.open()
  expect(sockets[1]!.readyState).toBe(3)
})

test('a socket is closed when the network is lost or the server is silent', async () => {
  sockets[0]!.open()
  dispatchEvent(new Event('offline'))
  expect(sockets[0]!.readyState).toBe(3)
  await advanceTime(20)
  sockets[1]!.open()
  await advanceTime(120)
  expect(sockets[1]!.readyState).toBe(3)
})
