import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { readFirstData } from './first-data.ts'
import { createQueryClient } from './query-client.ts'
import { shellHooks } from './shell-hooks.ts'
import { edit, useChange, usePages, useRead } from './use.ts'

const Plant = z.object({ id: z.string(), name: z.string() })
const garden = defineContract({
  getPlant: {
    method: 'GET',
    path: '/api/plants/:id',
    access: 'anyone',
    summary: '',
    params: z.object({ id: z.string() }),
    output: Plant,
    reads: ['plants'],
  },
  getWeather: {
    method: 'GET',
    path: '/api/weather',
    access: 'anyone',
    summary: '',
    output: z.object({ sun: z.boolean() }),
    reads: ['weather'],
  },
  listPlants: {
    method: 'GET',
    path: '/api/plants',
    access: 'anyone',
    summary: '',
    query: z.object({ cursor: z.optional(z.string()) }),
    output: z.object({ data: z.array(Plant), next_cursor: z.nullable(z.string()) }),
    reads: ['plants'],
  },
  renamePlant: {
    method: 'PUT',
    path: '/api/plants/:id',
    access: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    output: z.object({}),
    changes: ['plants'],
  },
})

let calls: string[]
let name: string
let refuses: boolean
/** Reads get no answer any more. */
let silent: boolean
let release: () => void
/** Changes wait for this: the moment between the press and the answer. */
let held: Promise<void>

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

async function answer(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  calls.push(`${method} ${url}`)
  if (method === 'PUT') {
    await held
    if (refuses) return json(403, { message: 'Not yours', code: 'forbidden', errors: {} })
    name = (JSON.parse(body as string) as { name: string }).name
    return json(200, {})
  }
  if (silent) return new Promise(() => {})
  if (url === '/api/weather') return json(200, { sun: true })
  if (url === '/api/plants') return json(200, { data: [{ id: 'a', name: 'Ash' }], next_cursor: 'c2' })
  if (url === '/api/plants?cursor=c2') return json(200, { data: [{ id: 'b', name: 'Birch' }], next_cursor: null })
  return json(200, { id: 'a', name })
}

let root: ReturnType<typeof createRoot>
const show = (node: ReactNode) => root.render(<QueryClientProvider client={createQueryClient()}>{node}</QueryClientProvider>)
const press = () => document.querySelector('button')!.click()
const shown = (text: string) => vi.waitFor(() => expect(document.body.textContent).toBe(text))

beforeEach(() => {
  calls = []
  name = 'Ash'
  refuses = false
  silent = false
  held = new Promise((resolve) => (release = resolve))
  localStorage.clear()
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

function PlantName({ optimistic = false }) {
  const plant = useRead(garden.getPlant, { params: { id: 'a' } })
  const weather = useRead(garden.getWeather, {})
  const rename = useChange(
    garden.renamePlant,
    optimistic ? ({ body }) => [edit(garden.getPlant, { params: { id: 'a' } }, (data) => ({ ...data, name: body.name }))] : undefined,
  )
  return (
    <button type="button" onClick={() => rename.mutate({ params: { id: 'a' }, body: { name: 'Elm' } })}>
      {plant.data?.name ?? '…'} {weather.data?.sun && 'sun'} {rename.error?.message}
    </button>
  )
}

test('a change fetches again what it makes stale, and nothing else', async () => {
  show(<PlantName />)
  await shown('Ash sun ')
  calls = []
  press()
  release()
  await shown('Elm sun ')
  expect(calls).toEqual(['PUT /api/plants/a', 'GET /api/plants/a'])
})

test('a refusal is said before anything is fetched again', async () => {
  refuses = true
  show(<PlantName />)
  await shown('Ash sun ')
  silent = true
  press()
  release()
  await shown('Ash sun Not yours')
  expect(calls.at(-1)).toBe('GET /api/plants/a')
})

test('a change that shows at once is there before the answer', async () => {
  show(<PlantName optimistic />)
  await shown('Ash sun ')
  press()
  await shown('Elm sun ')
  expect(calls.at(-1)).toBe('PUT /api/plants/a')
  release()
  await vi.waitFor(() => expect(calls.at(-1)).toBe('GET /api/plants/a'))
  await shown('Elm sun ')
})

test('and is put back, with the reason, when it is refused', async () => {
  const refused = vi.fn<(error: Error) => void>()
  shellHooks.refused = refused
  refuses = true
  show(<PlantName optimistic />)
  await shown('Ash sun ')
  press()
  release()
  await shown('Ash sun Not yours')
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: 'Not yours' }))
})

test('what came with the page is shown to a guest without asking', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="first-data">[["/api/plants/a",{"id":"a","name":"Oak"}]]</script>',
  )
  readFirstData()
  document.getElementById('first-data')!.remove()
  show(<PlantName />)
  await shown('Oak sun ')
  expect(calls).toEqual(['GET /api/weather'])
})

test('and not to somebody who is logged in', async () => {
  localStorage.setItem('access_token', 'a')
  show(<PlantName />)
  await shown('Ash sun ')
  expect(calls).toContain('GET /api/plants/a')
})

function Plants() {
  const plants = usePages(garden.listPlants, {})
  return (
    <button type="button" onClick={plants.more}>
      {plants.items?.map((plant) => plant.name).join()} {plants.hasNextPage && 'more'}
    </button>
  )
}

test('a list grows page by page until there is no more', async () => {
  show(<Plants />)
  await shown('Ash more')
  press()
  await shown('Ash,Birch ')
  press()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toEqual(['GET /api/plants', 'GET /api/plants?cursor=c2'])
})
