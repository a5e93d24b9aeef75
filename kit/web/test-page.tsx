/** A page for tests of reads and changes, with a server that has one plant. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { defineThing } from '#kit/contract/things.ts'
import { dropFirstData } from './first-data.ts'
import { clearEdits } from './pending-edits.ts'
import { createQueryClient } from './query-client.ts'
import { editResponse, useChange } from './change.ts'
import { useRead } from './read.ts'

const Plant = z.object({ id: z.string(), name: z.string() })
defineThing('plant', [Plant])
export const garden = defineContract({
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

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Creates a query client without retry delays. */
function createQueryClientWithoutDelays() {
  const client = createQueryClient()
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
  return client
}

/** Creates the page before each test. */
export function gardenPage() {
  let root: ReturnType<typeof createRoot>
  let client: QueryClient
  /** The server responds to changes once this promise resolves. */
  let held: Promise<void>
  const server = {
    calls: [] as string[],
    /** The plant's name. */
    name: 'Ash',
    /** Whether the server refuses changes. */
    refuses: false,
    /** True: the server never responds to reads. */
    silent: false,
    /** Whether the server was updated, and refuses earlier cursors. */
    isUpdated: false,
    /** Makes the server respond to changes. */
    release: () => {},
    answer: async (url: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
      server.calls.push(`${method} ${url}`)
      if (method === 'PUT') {
        await held
        if (server.refuses) return json(403, { message: 'Not yours', code: 'forbidden', errors: {} })
        server.name = (JSON.parse(body as string) as { name: string }).name
        return json(200, {})
      }
      if (server.silent) return new Promise(() => {})
      if (url === '/api/weather') return json(200, { sun: true })
      if (url === '/api/plants') return json(200, { data: [{ id: 'a', name: 'Ash' }], next_cursor: server.isUpdated ? 'd2' : 'c2' })
      if (server.isUpdated && url === '/api/plants?cursor=c2')
        return json(422, { message: 'Start again', code: 'cursor_outdated', errors: { cursor: ['Start again'] } })
      if (url.startsWith('/api/plants?cursor=')) return json(200, { data: [{ id: 'b', name: 'Birch' }], next_cursor: null })
      return json(200, { id: 'a', name: server.name })
    },
  }

  beforeEach(() => {
    clearEdits()
    dropFirstData()
    Object.assign(server, { calls: [], name: 'Ash', refuses: false, silent: false, isUpdated: false })
    held = new Promise((resolve) => (server.release = resolve))
    localStorage.clear()
    document.body.innerHTML = '<div></div>'
    root = createRoot(document.body.firstElementChild!)
    vi.stubGlobal('fetch', server.answer)
  })
  afterEach(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })

  const render = (node: ReactNode) => root.render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
  const expectText = (text: string) => vi.waitFor(() => expect(document.body.textContent).toBe(text))
  return {
    server,
    show: (node: ReactNode) => {
      client = createQueryClientWithoutDelays()
      render(node)
    },
    /** Hides the page and shows it again. */
    reopen: async (node: ReactNode) => {
      render(null)
      await expectText('')
      render(node)
    },
    /** Records everything the page shows from now on. */
    watch: (log: string[]) =>
      new MutationObserver(() => log.push(document.body.textContent)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      }),
    press: () => document.querySelector('button')!.click(),
    shown: expectText,
  }
}

export function PlantName({ optimistic = false }) {
  const plant = useRead(garden.getPlant, { params: { id: 'a' } })
  const weather = useRead(garden.getWeather, {})
  const rename = useChange(
    garden.renamePlant,
    optimistic
      ? { optimistic: ({ body }) => [editResponse(garden.getPlant, { params: { id: 'a' } }, (data) => ({ ...data, name: body.name }))] }
      : {},
  )
  return (
    <button type="button" onClick={() => rename.mutate({ params: { id: 'a' }, body: { name: 'Elm' } })}>
      {plant.data?.name ?? '…'} {weather.data?.sun && 'sun'} {rename.error?.message}
    </button>
  )
}
