import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/web/query-client.ts'
import type { Series } from '../../contract.ts'
import { sampleChannel } from '../samples.ts'
import { SeriesRow } from './SeriesRow.tsx'

const channel = sampleChannel({ s1: ['a'] })
const fullSeries: Series = { ...channel.series[0]!, description: 'All about winter' }
const truncatedSeries: Series = { ...fullSeries, description: 'All …', is_cut: true }

let root: ReturnType<typeof createRoot>
let requestedPaths: string[]

beforeEach(() => {
  requestedPaths = []
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', (url: string) => {
    requestedPaths.push(url)
    return Promise.resolve(new Response(JSON.stringify(fullSeries), { headers: { 'content-type': 'application/json' } }))
  })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

test('the rest of a series’ text is loaded only when it is expanded', async () => {
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <SeriesRow
        home="globe"
        channel={channel}
        series={truncatedSeries}
        size="m"
        outlined={false}
        targetVideo={undefined}
        marked={undefined}
        onAdd={undefined}
      />
    </QueryClientProvider>,
  )
  const shows = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))
  await shows('All …')
  expect(requestedPaths).toEqual([])
  document.querySelector<HTMLButtonElement>('button[aria-expanded=false]')!.click()
  await shows('All about winter')
  expect(requestedPaths).toEqual(['/api/series/s1?playlist=channel'])
  expect(document.querySelector('button[aria-expanded=true]')).not.toBeNull()
})
