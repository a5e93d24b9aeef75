import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => void vi.useRealTimers())

test('a response stays cached for half an hour after it was last shown, for offline use', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const query = { queryKey: ['GET /api/playlists/1', 'whole'], queryFn: () => Promise.resolve('a channel') }
  const stop = new QueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)).toBe('a channel'))
  stop()
  await vi.advanceTimersByTimeAsync(29 * 60_000)
  expect(client.getQueryData(query.queryKey)).toBe('a channel')
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(client.getQueryData(query.queryKey)).toBeUndefined()
})
