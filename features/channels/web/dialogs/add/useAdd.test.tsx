import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import { sampleChannel } from '../../samples.ts'
import { useAdd } from './useAdd.ts'

const channel = sampleChannel({ s1: [] })
const made = channel.series[0]!
const videos = Array.from({ length: 120 }, (_, at) => ({ src: `https://a.example/${at}` }))
const refusal = { message: 'A channel can have at most 1000 videos.', code: 'video_limit', errors: {} }

/** Sent requests: path and number of videos. */
let sent: [path: string, videos: number][]
/** The number of the call that the server refuses. */
let refused: number
let root: Root
const probe: { now?: ReturnType<typeof useAdd> } = {}
function Probe() {
  const now = useAdd(channel)
  return <output ref={() => void (probe.now = now)} />
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  sent = []
  refused = Infinity
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body: string }) => {
      sent.push([new URL(url, 'http://host').pathname, (JSON.parse(body) as { videos: unknown[] }).videos.length])
      const isRefused = sent.length === refused
      return Response.json(isRefused ? refusal : made, { status: isRefused ? 422 : 200 })
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

/** Adds all videos to a new series; returns the reported events in order. */
async function addAll() {
  const reports: string[] = []
  await act(async () => {
    probe.now!.add(
      videos,
      { name: 'Films' },
      {
        sending: (some) => reports.push(`sending ${some[0]!.src} and ${some.length - 1} more`),
        added: (some, { id }) => reports.push(`${some.length} in ${id}`),
        done: ({ id }) => reports.push(`all in ${id}`),
      },
    )
    await vi.waitFor(() => expect(reports.at(-1)?.startsWith('all') || sent.length === refused).toBe(true))
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
  expect(sent).toEqual([
    ['/api/series', 50],
    ['/api/series/s1/videos', 50],
    ['/api/series/s1/videos', 20],
  ])
  expect(probe.now).toMatchObject({ busy: false, error: null })
})

test('a refusal stops the sequence; added videos and the error are reported', async () => {
  refused = 2
  expect(await addAll()).toEqual(['sending https://a.example/0 and 49 more', '50 in s1', 'sending https://a.example/50 and 49 more'])
  await act(() => vi.waitFor(() => expect(probe.now!.error?.body.code).toBe('video_limit')))
  expect(sent).toHaveLength(2)
})
