import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { callEndpoint } from '#kit/contract/client.ts'
import { send } from './fetch.ts'
import { readFirstData } from './first-data.ts'
import { createQueryClient } from './query-client.ts'
import { garden, gardenPage, PlantName } from './test-page.tsx'
import { usePages, useRead } from './read.ts'

const { server, show, watch, press, shown } = gardenPage()

test('a failed read keeps its error during retries, and loads when the network is back', async () => {
  let isDown = true
  let attempts = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    attempts++
    if (!isDown) return server.answer(url, init)
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
  await shown('offline')
  const log: string[] = []
  watch(log)
  const before = attempts
  press()
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(before + 2))
  await shown('offline')
  expect(log).toEqual([])
  isDown = false
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await shown('Ash')
})

test('a read shows its error from the second failed attempt on, while it retries', async () => {
  let attempts = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    attempts++
    if (attempts < 3) throw new TypeError('gone')
    await released
    return server.answer(url, init)
  })
  const Reason = () => {
    const { data, error } = useRead(garden.getPlant, { params: { id: 'a' } })
    return data?.name ?? error?.body.code ?? '…'
  }
  show(<Reason />)
  await vi.waitFor(() => expect(attempts).toBe(3))
  await shown('offline')
  release()
  await shown('Ash')
})

test('a failed read also retries without that event, with growing delays, until it loads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const startedMs = Date.now()
  const askedAt: number[] = []
  let isDown = true
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    askedAt.push(Math.round((Date.now() - startedMs) / 1000))
    return isDown ? Promise.reject(new TypeError('gone')) : server.answer(url, init)
  })
  const client = createQueryClient()
  const stop = new QueryObserver(client, {
    queryKey: ['/api/plants/a', 'whole'],
    queryFn: async () => ({ askedAt: 1, value: await callEndpoint(garden.getPlant, { params: { id: 'a' } }, send) }),
  }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(300_000)
  // Each round has three attempts: immediately, after one second and after two.
  const rounds = askedAt.filter((_, index) => index % 3 === 0)
  const pauses = rounds.slice(1).map((at, index) => at - rounds[index]! - 3)
  expect(pauses.slice(0, 5)).toEqual([4, 8, 16, 32, 60])
  isDown = false
  await vi.advanceTimersByTimeAsync(60_000)
  const asked = askedAt.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(askedAt).toHaveLength(asked)
  stop()
  vi.useRealTimers()
})

test('embedded data shows to guests without a request', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="first-data">[["/api/plants/a",{"id":"a","name":"Oak"}]]</script>',
  )
  readFirstData()
  document.getElementById('first-data')!.remove()
  show(<PlantName />)
  await shown('Oak sun ')
  expect(server.calls).toEqual(['GET /api/weather'])
})

test('embedded data does not show to users', async () => {
  localStorage.setItem('access_token', 'a')
  show(<PlantName />)
  await shown('Ash sun ')
  expect(server.calls).toContain('GET /api/plants/a')
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
  await shown('Ash more')
  press()
  await shown('Ash,Birch ')
  press()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.calls).toEqual(['GET /api/plants', 'GET /api/plants?cursor=c2'])
})

test('a cursor that the server no longer reads is replaced by reading from the first page', async () => {
  show(<Plants />)
  await shown('Ash more')
  server.isUpdated = true
  press()
  await shown('Ash,Birch ')
  expect(server.calls).toEqual(['GET /api/plants', 'GET /api/plants?cursor=c2', 'GET /api/plants', 'GET /api/plants?cursor=d2'])
})
