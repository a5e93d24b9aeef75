// Measures reading the channels of an owner who has the maximum number, compared with a bare read.
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { limits } from '#features/channels/limits.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import { newId } from '#kit/server/ids.ts'
import { assertSameResponse, get, headersOf } from './requests.ts'
import type { Benchmark } from './benchmark.ts'

export async function measureMyPlaylists({ servers: { product, floor }, db, isWanted, measure, report }: Benchmark): Promise<void> {
  if (!isWanted('my_playlists')) return
  const id = newId()
  await saveAccounts(db, [{ id, email: 'owner@bench.example', nickname: 'owner-of-500', password_hash: 'none' }])
  const channels = Array.from({ length: limits.playlists }, (_, index) => ({
    id: newId(),
    user_id: id,
    name: `Slow river films ${index}`,
    status_id: index % 3 === 0 ? 3 : 1,
    position: (index + 1) * 1000,
  }))
  await insertPlaylists(db, channels)
  const { access_token: token } = await issueSession(db, id)
  const [ask, bare] = [get('/api/playlists', token), get(`/my_playlists/${id}`)]
  await assertSameResponse({ url: product.url, ask }, { url: floor.url, ask: bare })
  await measure('my_playlists', { user: [ask], floor: [bare] })
  const response = await fetch(product.url + ask.path, { headers: headersOf(token) })
  const bytes = (await response.arrayBuffer()).byteLength
  report('my_playlists_bytes', bytes, '500 own channels', `${bytes} bytes`)
}
