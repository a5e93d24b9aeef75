import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineThing } from '#kit/contract/things.ts'
import { clearEdits } from './pending-edits.ts'
import { createQueryClient } from './query-client.ts'
import { useChange } from './change.ts'
import { useRead } from './read.ts'

const Plant = z.object({ id: z.string(), name: z.string() })
const Bed = z.object({ id: z.string(), name: z.string(), plants: z.array(Plant) })
defineThing('plant', [Plant])
defineThing('bed', [Bed])
const garden = defineContract({
  getPlant: {
    method: 'GET',
    path: '/api/plants/:id',
    access: 'anyone',
    actsFor: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    output: Plant,
    reads: ['plant:{id}'],
  },
  getBed: {
    method: 'GET',
    path: '/api/beds/:id',
    access: 'anyone',
    actsFor: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    output: Bed,
    reads: ['bed:{id}'],
  },
  correctPlant: {
    method: 'PATCH',
    path: '/api/plants/:id',
    access: 'user',
    actsFor: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string(), bed: z.optional(z.string()) }),
    output: Plant,
    changes: ['plant:{id}', { topic: 'bed:{bed}', given: ['bed'] }],
  },
  uproot: {
    method: 'DELETE',
    path: '/api/plants/:id',
    access: 'user',
    actsFor: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    output: z.object({}),
    changes: ['plant:{id}'],
  },
})

let calls: string[]
/** True: the server never responds to deletions. */
let isSilent: boolean
let client: QueryClient
let root: ReturnType<typeof createRoot>

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const show = (node: ReactNode) => root.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
const clickButton = () => document.querySelector('button')!.click()
const expectText = (text: string) => vi.waitFor(() => expect(document.body.textContent).toBe(text))

beforeEach(() => {
  clearEdits()
  calls = []
  isSilent = false
  client = createQueryClient()
  localStorage.clear()
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

/** Shows the same plant in two beds, and lets tests edit it. */
function Beds({ act }: { act: (calls: ReturnType<typeof useGardening>) => void }) {
  const north = useRead(garden.getBed, { params: { id: 'north' } })
  const south = useRead(garden.getBed, { params: { id: 'south' } })
  const plant = useRead(garden.getPlant, { params: { id: 'a' } })
  const gardening = useGardening()
  return (
    <button type="button" onClick={() => act(gardening)}>
      {[plant.data, ...(north.data?.plants ?? []), ...(south.data?.plants ?? [])].map((item) => item?.name).join(' ')}
    </button>
  )
}
const useGardening = () => ({ correct: useChange(garden.correctPlant), uproot: useChange(garden.uproot) })
const useBeds = () => {
  const beds: Record<string, { id: string; name: string }[]> = {
    north: [{ id: 'a', name: 'Ash' }],
    south: [
      { id: 'a', name: 'Ash' },
      { id: 'b', name: 'Birch' },
    ],
  }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${url}`)
    const [, , kind, id = ''] = url.split('/')
    if (method === 'PATCH') return json(200, { id, name: (JSON.parse(body as string) as { name: string }).name })
    if (method === 'DELETE') {
      if (isSilent) throw new TypeError('gone')
      for (const bed of Object.keys(beds)) beds[bed] = beds[bed]!.filter((plant) => plant.id !== id)
      return json(200, {})
    }
    return json(200, kind === 'beds' ? { id, name: id, plants: beds[id] } : { id, name: 'Ash' })
  })
  return beds
}

test('the returned thing shows everywhere without another request', async () => {
  useBeds()
  show(<Beds act={({ correct }) => correct.mutate({ params: { id: 'a' }, body: { name: 'Elm' } })} />)
  await expectText('Ash Ash Ash Birch')
  calls = []
  clickButton()
  await expectText('Elm Elm Elm Birch')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toEqual(['PATCH /api/plants/a'])
})

test('a topic of one field is refetched only if that field changes', async () => {
  useBeds()
  show(<Beds act={({ correct }) => correct.mutate({ params: { id: 'a' }, body: { name: 'Elm', bed: 'south' } })} />)
  await expectText('Ash Ash Ash Birch')
  calls = []
  clickButton()
  await vi.waitFor(() => expect(calls).toEqual(['PATCH /api/plants/a', 'GET /api/beds/south']))
})

test('a deleted thing makes only its containers stale', async () => {
  useBeds()
  show(<Beds act={({ uproot }) => uproot.mutate({ params: { id: 'b' } })} />)
  await expectText('Ash Ash Ash Birch')
  calls = []
  clickButton()
  await expectText('Ash Ash Ash')
  expect(calls).toEqual(['DELETE /api/plants/b', 'GET /api/beds/south'])
})

test('a lost response refetches the containers of the thing', async () => {
  useBeds()
  isSilent = true
  show(<Beds act={({ uproot }) => uproot.mutate({ params: { id: 'b' } })} />)
  await expectText('Ash Ash Ash Birch')
  calls = []
  clickButton()
  await vi.waitFor(() => expect(calls).toEqual(['DELETE /api/plants/b', 'GET /api/beds/south']))
})

test('a response requested before a change is requested again', async () => {
  const beds = useBeds()
  const answer = globalThis.fetch
  let releaseAnswer = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/beds/south' || calls.includes('GET /api/beds/south')) return answer(url, init)
    const response = await answer(url, init)
    await new Promise<void>((resolve) => (releaseAnswer = resolve))
    return response
  })
  show(<Beds act={({ correct }) => correct.mutate({ params: { id: 'z' }, body: { name: 'Elm', bed: 'south' } })} />)
  await expectText('Ash Ash')
  clickButton()
  await vi.waitFor(() => expect(calls).toContain('PATCH /api/plants/z'))
  beds['south'] = [{ id: 'c', name: 'Cedar' }]
  releaseAnswer()
  await expectText('Ash Ash Cedar')
})

test('of a thousand cards only the changed one renders again', async () => {
  const plants = Array.from({ length: 1000 }, (_, index) => ({ id: `p${index}`, name: `Plant ${index}` }))
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${url}`)
    if (method === 'PATCH') return Promise.resolve(json(200, { id: 'p500', name: (JSON.parse(body as string) as { name: string }).name }))
    return Promise.resolve(json(200, { id: 'north', name: 'North', plants: plants.toReversed() }))
  })
  const rendered: string[] = []
  const Card = memo(({ plant }: { plant: { id: string; name: string } }) => {
    rendered.push(plant.id)
    return plant.id === 'p500' ? plant.name : null
  })
  function Cards() {
    const bed = useRead(garden.getBed, { params: { id: 'north' } })
    const correct = useChange(garden.correctPlant)
    return (
      <button
        type="button"
        onClick={() => correct.mutate({ params: { id: 'p500' }, body: { name: 'Elm' } })}
        onDoubleClick={() => void bed.refetch()}
      >
        {bed.data?.plants.map((plant) => (
          <Card key={plant.id} plant={plant} />
        ))}
      </button>
    )
  }
  show(<Cards />)
  await expectText('Plant 500')
  expect(rendered).toHaveLength(1000)
  rendered.length = 0
  clickButton()
  await expectText('Elm')
  expect(rendered).toEqual(['p500'])
  // Reordered plants stay the same objects.
  plants[500]!.name = 'Elm'
  plants.reverse()
  document.querySelector('button')!.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  await vi.waitFor(() => expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(2))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(rendered).toEqual(['p500'])
})
