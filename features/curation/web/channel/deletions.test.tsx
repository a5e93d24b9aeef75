import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { actOnToast, dismissToast, toasts } from '#ui/toasts.ts'
import { sampleChannel } from '../samples.ts'
import { settleDeletions, useDeleted, useDeletion } from './deletions.ts'

const [a, b] = sampleChannel({ s1: ['a', 'b'] }).series[0]!.videos
const now: { remove?: ReturnType<typeof useDeletion>; deleted?: string[] } = {}
function Probe() {
  const remove = useDeletion()
  const deleted = useDeleted()
  return <output ref={() => void Object.assign(now, { remove, deleted: [...deleted.keys()] })} />
}

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const calls = () => answer.mock.calls.map(([url, { method, keepalive }]) => `${method} ${url}${keepalive ? ' outlives the page' : ''}`)
const done = () => Promise.resolve(Response.json({}))
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', answer.mockReset().mockImplementation(done))
  root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(() => settleDeletions())
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const remove = (video: typeof a) => act(() => now.remove!(video!))
const toastOf = (title: string) => toasts.get().findLast(({ text }) => text.includes('deleted') || text.includes(title))!

test('a deleted video is hidden at once, and only deleted when its toast has gone', async () => {
  remove(a)
  expect([now.deleted, calls()]).toEqual([['a'], []])
  await act(async () => dismissToast(toastOf('a').id))
  await vi.waitFor(() => expect(calls()).toEqual(['DELETE /api/videos/a outlives the page']))
  await act(() => vi.waitFor(() => expect(toasts.get()).toEqual([])))
})

test('what is brought back was never deleted', async () => {
  remove(a)
  act(() => actOnToast(toastOf('a')))
  expect(now.deleted).toEqual([])
  await act(() => settleDeletions())
  expect(calls()).toEqual([])
})

test('who leaves the page leaves nothing undone, and nothing twice', async () => {
  remove(a)
  remove(b)
  await act(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await settleDeletions()
  })
  expect(calls()).toEqual(['DELETE /api/videos/a outlives the page', 'DELETE /api/videos/b outlives the page'])
  expect(now.deleted).toEqual([])
})

test('a deletion that is refused shows the video again, and says why', async () => {
  answer.mockImplementation(() => Promise.resolve(Response.json({ message: 'Not yours', code: 'forbidden', errors: {} }, { status: 403 })))
  remove(a)
  await act(() => settleDeletions())
  expect(now.deleted).toEqual([])
  expect(toasts.get().map(({ text }) => text)).toContain('Not yours')
})

test('what somebody else deleted meanwhile is deleted', async () => {
  answer.mockImplementation(() => Promise.resolve(Response.json({ message: 'Not here', code: 'not_found', errors: {} }, { status: 404 })))
  remove(a)
  await act(() => settleDeletions())
  expect([now.deleted, toasts.get().map(({ text }) => text)]).toEqual([[], expect.not.arrayContaining(['Not here'])])
})
