import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { limits } from '../limits.ts'
import { insertPlaylists } from './queries/playlist-writes.ts'

const { app, db, clientFor } = await startTestServer()

test('the maximum of channels is one response below 300 kB, and 30 kB compressed', async () => {
  const { id, token } = await createUser({ db, clientFor })
  const channels = Array.from({ length: limits.playlists }, (_, index) => ({
    id: newId(),
    user_id: id,
    name: `Slow river films ${index}`,
    status_id: index % 3 === 0 ? 3 : 1,
    position: (index + 1) * 1000,
  }))
  await insertPlaylists(db, channels)
  const ask = (encoding: string) =>
    app.inject({ url: '/api/playlists', headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } })
  const response = await ask('identity')
  const { public: open, other } = response.json<{ public: unknown[]; other: unknown[] }>()
  expect(open.length + other.length).toBe(limits.playlists)
  expect(response.rawPayload.length).toBeLessThan(300_000)
  const compressed = await ask('br')
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(compressed.rawPayload.length).toBeLessThan(30_000)
})
