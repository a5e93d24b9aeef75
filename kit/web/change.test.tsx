import { expect, test, vi } from 'vitest'
import { editResponse, useChange } from './change.ts'
import { shellHooks } from './shell-hooks.ts'
import { garden, gardenPage, json, PlantName } from './test-page.tsx'
import { usePages, useRead } from './read.ts'

const { server, show, reopen, watch, press, shown } = gardenPage()

test('a change refetches stale reads and no others', async () => {
  show(<PlantName />)
  await shown('Ash sun ')
  server.calls = []
  press()
  server.release()
  await shown('Elm sun ')
  expect(server.calls).toEqual(['PUT /api/plants/a', 'GET /api/plants/a'])
})

test('a refusal is reported before anything is fetched again', async () => {
  server.refuses = true
  show(<PlantName />)
  await shown('Ash sun ')
  server.silent = true
  press()
  server.release()
  await shown('Ash sun Not yours')
  expect(server.calls.at(-1)).toBe('GET /api/plants/a')
})

test('an optimistic change shows before the response', async () => {
  show(<PlantName optimistic />)
  await shown('Ash sun ')
  press()
  await shown('Elm sun ')
  expect(server.calls.at(-1)).toBe('PUT /api/plants/a')
  server.release()
  await vi.waitFor(() => expect(server.name).toBe('Elm'))
  // The data is marked stale and fetched when next shown.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.calls.at(-1)).toBe('PUT /api/plants/a')
  await reopen(<PlantName />)
  await vi.waitFor(() => expect(server.calls.at(-1)).toBe('GET /api/plants/a'))
  await shown('Elm sun ')
})

/** Renames and removes plants. Each call's number determines the server's response. */
function PlantEditor() {
  const at = { params: { id: 'a' } }
  const plant = useRead(garden.getPlant, at)
  const pages = usePages(garden.listPlants, {})
  const rename = useChange(garden.renamePlant, {
    optimistic: ({ body }) => [
      editResponse(garden.getPlant, at, (data) => ({ ...data, name: data.name + body.name })),
      editResponse(garden.listPlants, {}, (page) => ({
        ...page,
        data: page.data.map((item) => ({ ...item, name: item.name + body.name })),
      })),
    ],
  })
  return (
    <>
      <button type="button" onClick={() => ['1', '2'].forEach((name) => rename.mutate({ ...at, body: { name } }))}>
        {plant.data?.name}
      </button>
      {pages.items?.map((item) => item.name).join()}
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
    server.calls.push(`${method} ${url}`)
    if (method === 'GET')
      return json(200, url === '/api/plants' ? { data: [{ id: 'a', name: onServer }], next_cursor: null } : { id: 'a', name: onServer })
    const status = await new Promise<number>((resolve) => answered.push(resolve))
    if (status !== 200) return json(status, { message: 'Not yours', code: 'forbidden', errors: {} })
    onServer += (JSON.parse(body as string) as { name: string }).name
    return json(200, {})
  })
  const log: string[] = []
  show(<PlantEditor />)
  await shown('AshAsh')
  watch(log)
  press()
  await shown(screens[0])
  for (const [index, status] of answers.entries()) {
    await vi.waitFor(() => expect(answered).toHaveLength(index + 1))
    answered[index]!(status)
    await shown(screens[index + 1]!)
  }
  const [name] = [screens[2].slice(0, screens[2].length / 2)]
  await vi.waitFor(() => expect(onServer).toBe(name))
  if (answers.some((status) => status !== 200))
    await vi.waitFor(() => expect(server.calls.slice(-2).toSorted()).toEqual(['GET /api/plants', 'GET /api/plants/a']))
  await shown(screens[2])
  // No other states were shown, so nothing flickered.
  expect(log.filter((text) => !(screens as readonly string[]).includes(text))).toEqual([])
})

test('a refused optimistic change is reverted, with its error', async () => {
  const onRefused = vi.fn<(error: Error) => void>()
  shellHooks.refused = onRefused
  server.refuses = true
  show(<PlantName optimistic />)
  await shown('Ash sun ')
  press()
  server.release()
  await shown('Ash sun Not yours')
  expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ message: 'Not yours' }))
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
  await shown('idle 0')
  const addPlant = async (seed: { name: string; photos?: Blob[] }, outcome?: Response | Error) => {
    seeds.push(seed)
    if (outcome) outcomes.push(outcome)
    press()
    const count = keys.length + 1
    await shown(`${outcome ? 'error' : 'success'} ${count}`)
    return keys.at(-1)
  }
  const lost = () => new TypeError('Failed to fetch')
  const photo = new Blob(['x'])
  const first = await addPlant({ name: 'Ash' }, lost())
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  // The second attempt was refused, but the server may have carried out the first.
  expect(await addPlant({ name: 'Ash' }, json(429, { message: 'Later', code: 'too_many', errors: {} }))).toBe(first)
  expect(await addPlant({ name: 'Ash' })).toBe(first)
  const second = await addPlant({ name: 'Ash' }, lost())
  expect(second).not.toBe(first)
  const third = await addPlant({ name: 'Oak', photos: [photo] }, lost())
  expect(third).not.toBe(second)
  expect(await addPlant({ name: 'Oak', photos: [photo] }, lost())).toBe(third)
  const fourth = await addPlant({ name: 'Oak', photos: [new Blob(['y'])] }, json(409, { message: 'Other', code: 'key_reused', errors: {} }))
  expect(fourth).not.toBe(third)
  expect(await addPlant({ name: 'Oak' })).not.toBe(fourth)
  expect(new Set(keys).size).toBe(5)
})
