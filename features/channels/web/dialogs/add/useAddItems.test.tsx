import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { sampleChannel } from '../../samples.ts'
import { useAddItems } from './useAddItems.ts'

const channel = sampleChannel({ s1: [] })
const series = channel.series[0]!
const videos = Array.from({ length: 120 }, (_, index) => ({ src: `https://a.example/${index}` }))
const refusal = { message: 'A channel can have at most 1000 videos.', code: 'video_limit', errors: {} }

/** Sent requests: path and number of videos. */
let requests: [path: string, videos: number][]
/** The number of the call that the server refuses. */
let refusals: number
let root: Root
const probe: { now?: ReturnType<typeof useAddItems> } = {}
function Probe() {
  const now = useAddItems(channel)
  return <output ref={() => void (probe.now = now)} />
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  requests = []
  refusals = Infinity
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body: string }) => {
      requests.push([new URL(url, 'http://host').pathname, (JSON.parse(body) as { videos: unknown[] }).videos.length])
      const isRefused = requests.length === refusals
      return Response.json(isRefused ? refusal : series, { status: isRefused ? 422 : 200 })
    }),
  )
  root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** Adds all videos to a new series. Returns the events that were reported, in order. */
async function addAll() {
  const reports: string[] = []
  await act(async () => {
    probe.now!.add(
      videos,
      { name: 'Films' },
      {
        sending: (videos) => reports.push(`sending ${videos[0]!.src} and ${videos.length - 1} more`),
        added: (videos, { id }) => reports.push(`${videos.length} in ${id}`),
        done: ({ id }) => reports.push(`all in ${id}`),
      },
    )
    await vi.waitFor(() => expect(reports.at(-1)?.startsWith('all') || requests.length === refusals).toBe(true))
  })
  return reports
}

test('more videos than one call accepts are sent in several calls, into the series of the first', async () => {
  expect(await addAll()).toEqual([
    'sending https://a.example/0 and 49 more',
    '50 in s1',
    'sending https://a.example/50 and 49 more',
    '50 in s1',
    'sending https://a.example/100 and 19 more',
    'all in s1',
  ])
  expect(requests).toEqual([
    ['/api/series', 50],
    ['/api/series/s1/videos', 50],
    ['/api/series/s1/videos', 20],
  ])
  expect(probe.now).toMatchObject({ busy: false, error: null })
})

test('a refusal stops the sequence; added videos and the error are reported', async () => {
  refusals = 2
  expect(await addAll()).toEqual(['sending https://a.example/0 and 49 more', '50 in s1', 'sending https://a.example/50 and 49 more'])
  await act(() => vi.waitFor(() => expect(probe.now!.error?.body.code).toBe('video_limit')))
  expect(requests).toHaveLength(2)
})
