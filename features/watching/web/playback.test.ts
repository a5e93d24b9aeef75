import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayback } from './playback.ts'

let answers: Record<string, () => Response | Promise<Response>>
const requests: string[] = []
let storedItems: unknown[]
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = (status: number) => () => json({ message: 'No', code: 'no', errors: {} }, status)
const acceptedView = {
  '/api/view': () => json({ viewActionId: 'aaaaaaaaaaa' }),
  '/api/view/start': () => json({ viewProcessId: 'ppppppppppp' }),
  '/api/view/progress': () => json({ position: 10, duration: null, watched: false }),
  '/api/view/end': () => json({}),
  '/api/user/positions/vvvvvvvvvvv': () => json({ viewable_type: 'video', id: 'vvvvvvvvvvv', position: 42, duration: 60, watched: false }),
}
const progress = { position: 10, duration: null }

beforeEach(() => {
  answers = { ...acceptedView }
  requests.length = 0
  storedItems = []
  vi.stubGlobal('fetch', async (url: string, { keepalive, body }: RequestInit) => {
    requests.push(url.replace('/api/view', '') || '/')
    if (url.startsWith('/api/user/positions/')) storedItems.push(JSON.parse(body as string))
    // Requests without `keepalive` would not be sent when the page is left.
    if (!keepalive) requests.push('without keepalive')
    return answers[url]!()
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a playback sends a view, a start, reports and one end', async () => {
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  await Promise.all([playback.begin(), playback.begin()])
  expect(await playback.report(progress)).toEqual({ position: 10, duration: null, watched: false })
  await playback.end(progress)
  await playback.end(progress)
  expect(await playback.report(progress)).toBeUndefined()
  expect(requests.toSorted()).toEqual(['/', '/end', '/progress', '/start'])
})

test('a failed report is repeated by the next one, and a missing playback starts again', async () => {
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  answers['/api/view'] = () => {
    throw new TypeError('no network')
  }
  expect(await playback.report(progress)).toBeUndefined()
  answers['/api/view'] = acceptedView['/api/view']
  expect(await playback.report(progress)).toBeDefined()
  answers['/api/view/progress'] = refusal(404)
  expect(await playback.report(progress)).toBeUndefined()
  answers['/api/view/progress'] = acceptedView['/api/view/progress']
  expect(await playback.report(progress)).toBeDefined()
  expect(requests.filter((path) => path === '/start')).toHaveLength(2)
})

test('a refused viewer sends no more reports', async () => {
  answers['/api/view'] = refusal(403)
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  await playback.begin()
  await playback.report(progress)
  await playback.end(progress)
  expect(requests).toEqual(['/'])
})

/** Delays a response until `release` is called. */
function delayResponse(path: string) {
  let resolve = () => {}
  const promise = new Promise<void>((release) => (resolve = release))
  const response = answers[path]!
  answers[path] = async () => (await promise, response())
  return resolve
}
const latestProgress = { position: 42, duration: 60 }
const storedLatest = { viewable_type: 'video', playlist_id: 'ccccccccccc', position: 42, duration: 60, played: true }

test.each([['/api/view'], ['/api/view/start']])('leaving the page before the response to %s stores the position at once', async (path) => {
  const releaseRequests = delayResponse(path)
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  const reported = playback.report(progress)
  await playback.leave(latestProgress)
  expect(storedItems).toEqual([storedLatest])
  expect(requests).not.toContain('/progress')
  // When the page is shown again, the pending report sends the latest position, so that the position doesn't go back.
  let sent: unknown
  answers['/api/view/progress'] = acceptedView['/api/view/progress']
  const fetching = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url === '/api/view/progress') sent = JSON.parse(init.body as string)
    return fetching(url, init)
  })
  releaseRequests()
  await reported
  expect(sent).toMatchObject({ position: 42 })
})

test.each([['/api/view'], ['/api/view/start']])('ending before the response to %s stores the position at once, once', async (path) => {
  const releaseRequests = delayResponse(path)
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  const reported = playback.report(progress)
  const ended = playback.end(latestProgress)
  await vi.waitFor(() => expect(storedItems).toEqual([storedLatest]))
  releaseRequests()
  await Promise.all([ended, reported])
  expect(requests).toContain('/end')
  expect(requests).not.toContain('/progress')
  expect(storedItems).toHaveLength(1)
})

test('the position is stored at the end even if the playback never started on the server', async () => {
  answers['/api/view/start'] = refusal(503)
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, true)
  await playback.begin()
  await playback.end(latestProgress)
  expect(storedItems).toEqual([storedLatest])
})

test('leaving early stores nothing for guests and for things without a position', async () => {
  const releaseRequests = delayResponse('/api/view')
  const playbacks = [
    createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' }, false),
    createPlayback({ viewable_type: 'channel', viewable_id: 'vvvvvvvvvvv' }, true),
  ]
  for (const playback of playbacks) {
    void playback.begin()
    await playback.leave(latestProgress)
  }
  releaseRequests()
  await Promise.all(playbacks.map((playback) => playback.end(latestProgress)))
  expect(storedItems).toEqual([])
})
