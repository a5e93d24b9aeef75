import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayback } from './playback.ts'

let answers: Record<string, () => Response>
const asked: string[] = []
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refused = (status: number) => () => json({ message: 'No', code: 'no', errors: {} }, status)
const good = {
  '/api/view': () => json({ viewActionId: 'aaaaaaaaaaa' }),
  '/api/view/start': () => json({ viewProcessId: 'ppppppppppp' }),
  '/api/view/progress': () => json({ position: 10, duration: null, watched: false }),
  '/api/view/end': () => json({}),
}
const progress = { position: 10, duration: null }

beforeEach(() => {
  answers = { ...good }
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, { keepalive }: RequestInit) => {
    asked.push(url.replace('/api/view', '') || '/')
    // Only so it is still sent when the page is left.
    if (!keepalive) asked.push('without keepalive')
    return answers[url]!()
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a view, a start, reports, and one end', async () => {
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' })
  await Promise.all([playback.begin(), playback.begin()])
  expect(await playback.report(progress)).toEqual({ position: 10, duration: null, watched: false })
  await playback.end(progress)
  await playback.end(progress)
  expect(await playback.report(progress)).toBeUndefined()
  expect(asked.toSorted()).toEqual(['/', '/end', '/progress', '/start'])
})

test('what fails is told the next time, and what is not there any more begins anew', async () => {
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' })
  answers['/api/view'] = () => {
    throw new TypeError('no network')
  }
  expect(await playback.report(progress)).toBeUndefined()
  answers['/api/view'] = good['/api/view']
  expect(await playback.report(progress)).toBeDefined()
  answers['/api/view/progress'] = refused(404)
  expect(await playback.report(progress)).toBeUndefined()
  answers['/api/view/progress'] = good['/api/view/progress']
  expect(await playback.report(progress)).toBeDefined()
  expect(asked.filter((path) => path === '/start')).toHaveLength(2)
})

test('who may not watch says nothing more', async () => {
  answers['/api/view'] = refused(403)
  const playback = createPlayback({ viewable_type: 'video', viewable_id: 'vvvvvvvvvvv', playlist_id: 'ccccccccccc' })
  await playback.begin()
  await playback.report(progress)
  await playback.end(progress)
  expect(asked).toEqual(['/'])
})
