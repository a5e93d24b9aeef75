import { type QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#kit/contract/client.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineThing } from '#kit/contract/things.ts'
import { send } from './fetch.ts'
import { dropFirstData, readFirstData } from './first-data.ts'
import { clearEdits } from './pending-edits.ts'
import { createQueryClient } from './query-client.ts'
import { shellHooks } from './shell-hooks.ts'
import { edit, useChange } from './change.ts'
import { usePages, useRead } from './use.ts'

const Plant = z.object({ id: z.string(), name: z.string() })
defineThing('plant', [Plant])
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
  getWeather: {
    method: 'GET',
    path: '/api/weather',
    access: 'anyone',
    actsFor: 'user',
    summary: '',
    output: z.object({ sun: z.boolean() }),
    reads: ['weather'],
  },
  listPlants: {
    method: 'GET',
    path: '/api/plants',
    access: 'anyone',
    actsFor: 'user',
    summary: '',
    query: z.object({ cursor: z.optional(z.string()) }),
    output: z.object({ data: z.array(Plant), next_cursor: z.nullable(z.string()) }),
    reads: ['plants'],
  },
  renamePlant: {
    method: 'PUT',
    path: '/api/plants/:id',
    access: 'user',
    actsFor: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    output: z.object({}),
    changes: ['plant:{id}'],
  },
  sowPlant: {
    method: 'POST',
    path: '/api/plants',
    access: 'user',
    actsFor: 'user',
    idempotencyKey: true,
    summary: '',
    body: z.object({ name: z.string(), photos: z.optional(z.array(z.instanceof(Blob))) }),
    output: Plant,
    changes: [],
  },
})

let calls: string[]
let name: string
let refuses: boolean
/** Makes reads fail from now on. */
let silent: boolean
let release: () => void
/** Delays changes: the time between press and answer. */
let released: Promise<void>

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Whether the server was updated, and refuses earlier cursors. */
let isUpdated = false
async function answer(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  calls.push(`${method} ${url}`)
  if (method === 'PUT') {
    await released
    if (refuses) return json(403, { message: 'Not yours', code: 'forbidden', errors: {} })
    name = (JSON.parse(body as string) as { name: string }).name
    return json(200, {})
  }
  if (silent) return new Promise(() => {})
  if (url === '/api/weather') return json(200, { sun: true })
  if (url === '/api/plants') return json(200, { data: [{ id: 'a', name: 'Ash' }], next_cursor: isUpdated ? 'd2' : 'c2' })
  if (isUpdated && url === '/api/plants?cursor=c2')
    return json(422, { message: 'Start again', code: 'cursor_outdated', errors: { cursor: ['Start again'] } })
  if (url.startsWith('/api/plants?cursor=')) return json(200, { data: [{ id: 'b', name: 'Birch' }], next_cursor: null })
  return json(200, { id: 'a', name })
}

let root: ReturnType<typeof createRoot>
/** Removes retry delays. */
const quickClient = () => {
  const client = createQueryClient()
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
  return client
}
let client: QueryClient
const show = (node: ReactNode) => {
  client = quickClient()
  root.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
}
/** The page is hidden and shown again. */
async function reopen(node: ReactNode) {
  root.render(<QueryClientProvider client={client}>{null}</QueryClientProvider>)
  await expectText('')
  root.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
}
/** Records everything the page shows from now on. */
const watch = (seen: string[]) =>
  new MutationObserver(() => seen.push(document.body.textContent)).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
const press = () => document.querySelector('button')!.click()
const expectText = (text: string) => vi.waitFor(() => expect(document.body.textContent).toBe(text))

beforeEach(() => {
  isUpdated = false
  clearEdits()
  dropFirstData()
  calls = []
  name = 'Ash'
  refuses = false
  silent = false
  released = new Promise((resolve) => (release = resolve))
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
    optimistic
      ? { optimistic: ({ body }) => [edit(garden.getPlant, { params: { id: 'a' } }, (data) => ({ ...data, name: body.name }))] }
      : {},
  )
  return (
    <button type="button" onClick={() => rename.mutate({ params: { id: 'a' }, body: { name: 'Elm' } })}>
      {plant.data?.name ?? '…'} {weather.data?.sun && 'sun'} {rename.error?.message}
    </button>
  )
}

test('a change refetches stale reads and no others', async () => {
  show(<PlantName />)
  await expectText('Ash sun ')
  calls = []
  press()
  release()
  await expectText('Elm sun ')
  expect(calls).toEqual(['PUT /api/plants/a', 'GET /api/plants/a'])
})

test('a refusal is reported before anything is fetched again', async () => {
  refuses = true
  show(<PlantName />)
  await expectText('Ash sun ')
  silent = true
  press()
  release()
  await expectText('Ash sun Not yours')
  expect(calls.at(-1)).toBe('GET /api/plants/a')
})

test('an optimistic change shows before the response', async () => {
  show(<PlantName optimistic />)
  await expectText('Ash sun ')
  press()
  await expectText('Elm sun ')
  expect(calls.at(-1)).toBe('PUT /api/plants/a')
  release()
  await vi.waitFor(() => expect(name).toBe('Elm'))
  // The data is marked stale and fetched when next shown.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls.at(-1)).toBe('PUT /api/plants/a')
  await reopen(<PlantName />)
  await vi.waitFor(() => expect(calls.at(-1)).toBe('GET /api/plants/a'))
  await expectText('Elm sun ')
})

/** Renames and removes; each call's number determines the server's answer. */
function Two() {
  const at = { params: { id: 'a' } }
  const plant = useRead(garden.getPlant, at)
  const all = usePages(garden.listPlants, {})
  const rename = useChange(garden.renamePlant, {
    optimistic: ({ body }) => [
      edit(garden.getPlant, at, (data) => ({ ...data, name: data.name + body.name })),
      edit(garden.listPlants, {}, (page) => ({ ...page, data: page.data.map((one) => ({ ...one, name: one.name + body.name })) })),
    ],
  })
  return (
    <>
      <button type="button" onClick={() => ['1', '2'].forEach((name) => rename.mutate({ ...at, body: { name } }))}>
        {plant.data?.name}
      </button>
      {all.items?.map((one) => one.name).join()}
    </>
  )
}

test.for([
  [
    [200, 200],
    ['Ash12Ash12', 'Ash12Ash12', 'Ash12Ash12'],
  ],
  [
    [403, 200],
    ['Ash12Ash12', 'Ash2Ash2', 'Ash2Ash2'],
  ],
  [
    [200, 403],
    ['Ash12Ash12', 'Ash12Ash12', 'Ash1Ash1'],
  ],
  [
    [403, 403],
    ['Ash12Ash12', 'Ash2Ash2', 'AshAsh'],
  ],
] as const)('two edits within one round trip, answered %s: each reverts only itself', async ([answers, screens]) => {
  const answered: ((status: number) => void)[] = []
  let onServer = 'Ash'
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${url}`)
    if (method === 'GET')
      return json(200, url === '/api/plants' ? { data: [{ id: 'a', name: onServer }], next_cursor: null } : { id: 'a', name: onServer })
    const status = await new Promise<number>((resolve) => answered.push(resolve))
    if (status !== 200) return json(status, { message: 'Not yours', code: 'forbidden', errors: {} })
    onServer += (JSON.parse(body as string) as { name: string }).name
    return json(200, {})
  })
  const seen: string[] = []
  show(<Two />)
  await expectText('AshAsh')
  watch(seen)
  press()
  await expectText(screens[0])
  for (const [index, status] of answers.entries()) {
    await vi.waitFor(() => expect(answered).toHaveLength(index + 1))
    answered[index]!(status)
    await expectText(screens[index + 1]!)
  }
  const [name] = [screens[2].slice(0, screens[2].length / 2)]
  await vi.waitFor(() => expect(onServer).toBe(name))
  if (answers.some((status) => status !== 200))
    await vi.waitFor(() => expect(calls.slice(-2).toSorted()).toEqual(['GET /api/plants', 'GET /api/plants/a']))
  await expectText(screens[2])
  // Exactly these states were shown: no flicker.
  expect(seen.filter((text) => !(screens as readonly string[]).includes(text))).toEqual([])
})

test('a failed read keeps its error during retries, and loads when the network is back', async () => {
  let isDown = true
  let tries = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    tries++
    if (!isDown) return answer(url, init)
    await new Promise((resolve) => setTimeout(resolve, 10))
    throw new TypeError('gone')
  })
  const Reason = () => {
    const { data, error, refetch } = useRead(garden.getPlant, { params: { id: 'a' } })
    return (
      <button type="button" onClick={() => void refetch()}>
        {data?.name ?? error?.body.code ?? '…'}
      </button>
    )
  }
  show(<Reason />)
  await expectText('offline')
  const seen: string[] = []
  watch(seen)
  const before = tries
  press()
  await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 2))
  await expectText('offline')
  expect(seen).toEqual([])
  isDown = false
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expectText('Ash')
})

test('a failed read also retries without that event, with growing delays, until it succeeds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const startedMs = Date.now()
  const sentAt: number[] = []
  let isDown = true
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sentAt.push(Math.round((Date.now() - startedMs) / 1000))
    return isDown ? Promise.reject(new TypeError('gone')) : answer(url, init)
  })
  const client = createQueryClient()
  const stop = new QueryObserver(client, {
    queryKey: ['/api/plants/a', 'whole'],
    queryFn: async () => ({ sentAt: 1, value: await call(garden.getPlant, { params: { id: 'a' } }, send) }),
  }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(300_000)
  // Three attempts each: immediately, after one second and after two.
  const rounds = sentAt.filter((_, index) => index % 3 === 0)
  const pauses = rounds.slice(1).map((at, index) => at - rounds[index]! - 3)
  expect(pauses.slice(0, 5)).toEqual([4, 8, 16, 32, 60])
  isDown = false
  await vi.advanceTimersByTimeAsync(60_000)
  const requestCount = sentAt.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sentAt).toHaveLength(requestCount)
  stop()
  vi.useRealTimers()
})

test('a refused optimistic change is reverted, with its error', async () => {
  const refused = vi.fn<(error: Error) => void>()
  shellHooks.refused = refused
  refuses = true
  show(<PlantName optimistic />)
  await expectText('Ash sun ')
  press()
  release()
  await expectText('Ash sun Not yours')
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: 'Not yours' }))
})

test('embedded data shows to guests without a request', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="first-data">[["/api/plants/a",{"id":"a","name":"Oak"}]]</script>',
  )
  readFirstData()
  document.getElementById('first-data')!.remove()
  show(<PlantName />)
  await expectText('Oak sun ')
  expect(calls).toEqual(['GET /api/weather'])
})

test('embedded data does not show to users', async () => {
  localStorage.setItem('access_token', 'a')
  show(<PlantName />)
  await expectText('Ash sun ')
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

test('a list loads page by page until the end', async () => {
  show(<Plants />)
  await expectText('Ash more')
  press()
  await expectText('Ash,Birch ')
  press()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toEqual(['GET /api/plants', 'GET /api/plants?cursor=c2'])
})

test('a cursor that the server no longer accepts is replaced by a read from the first page', async () => {
  show(<Plants />)
  await expectText('Ash more')
  isUpdated = true
  press()
  await expectText('Ash,Birch ')
  expect(calls).toEqual(['GET /api/plants', 'GET /api/plants?cursor=c2', 'GET /api/plants', 'GET /api/plants?cursor=d2'])
})

test('each submission has one key; a failed one keeps it for the same input', async () => {
  const seeds: { name: string; photos?: Blob[] }[] = []
  const outcomes: (Response | Error)[] = []
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const outcome = outcomes.shift() ?? json(200, { id: 'a', name: 'Ash' })
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)
  })
  function Sow() {
    const sow = useChange(garden.sowPlant)
    return (
      <button type="button" onClick={() => sow.mutate({ body: seeds.shift()! })}>
        {sow.status} {keys.length}
      </button>
    )
  }
  show(<Sow />)
  await expectText('idle 0')
  const sown = async (seed: { name: string; photos?: Blob[] }, outcome?: Response | Error) => {
    seeds.push(seed)
    if (outcome) outcomes.push(outcome)
    press()
    const count = keys.length + 1
    await expectText(`${outcome ? 'error' : 'success'} ${count}`)
    return keys.at(-1)
  }
  const lost = () => new TypeError('Failed to fetch')
  const photo = new Blob(['x'])
  const first = await sown({ name: 'Ash' }, lost())
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  // The second attempt's refusal doesn't mean that the first wasn't carried out.
  expect(await sown({ name: 'Ash' }, json(429, { message: 'Later', code: 'too_many', errors: {} }))).toBe(first)
  expect(await sown({ name: 'Ash' })).toBe(first)
  const second = await sown({ name: 'Ash' }, lost())
  expect(second).not.toBe(first)
  const third = await sown({ name: 'Oak', photos: [photo] }, lost())
  expect(third).not.toBe(second)
  expect(await sown({ name: 'Oak', photos: [photo] }, lost())).toBe(third)
  const fourth = await sown({ name: 'Oak', photos: [new Blob(['y'])] }, json(409, { message: 'Other', code: 'key_reused', errors: {} }))
  expect(fourth).not.toBe(third)
  expect(await sown({ name: 'Oak' })).not.toBe(fourth)
  expect(new Set(keys).size).toBe(5)
})
