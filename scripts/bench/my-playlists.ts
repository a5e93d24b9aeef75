// Measures the channels of an owner at the limit, beside a bare read.
import { isDeepStrictEqual } from 'node:util'
import { saveAccounts } from '#features/accounts/server/accounts.ts'
import { issueSession } from '#features/accounts/server/sessions.ts'
import { limits } from '#features/channels/limits.ts'
import { insertPlaylists } from '#features/channels/server/queries/playlist-writes.ts'
import type { Db } from '#kit/server/db/db.ts'
import { newId } from '#kit/server/ids.ts'
import { headersOf, type Servers } from './flows.ts'
import { type Flow, inTurns, ratioOf, type Side, summarise } from './turns.ts'

async function makeOwner(db: Db) {
  const id = newId()
  await saveAccounts(db, [{ id, email: 'owner@bench.example', nickname: 'owner-of-500', password_hash: 'none' }])
  const channels = Array.from({ length: limits.playlists }, (_, at) => ({
    id: newId(),
    user_id: id,
    name: `Slow river films ${at}`,
    status_id: at % 3 === 0 ? 3 : 1,
    position: (at + 1) * 1000,
  }))
  await insertPlaylists(db, channels)
  return { id, token: (await issueSession(db, id)).access_token }
}

/** @returns the uncompressed response size */
export async function measureMyPlaylists(
  { product, floor, hello, turns, seconds }: Servers,
  db: Db,
  done: (name: string, flow: Flow) => void,
): Promise<{ bytes: number }> {
  const { id, token } = await makeOwner(db)
  const [path, floorPath] = ['/api/playlists', `/my_playlists/${id}`]
  const answer = await (await fetch(product.url + path, { headers: headersOf(token) })).text()
  const bare: unknown = await (await fetch(floor.url + floorPath)).json()
  if (!isDeepStrictEqual(JSON.parse(answer), bare)) throw new Error('the floor answers my_playlists otherwise than the product')
  const sides: Record<'floor' | 'user' | 'hello', Side> = {
    floor: { ...floor, asks: [{ method: 'GET', path: floorPath, headers: headersOf() }] },
    user: { ...product, asks: [{ method: 'GET', path, headers: headersOf(token) }] },
    hello: { ...hello, asks: [{ method: 'GET', path: '/', headers: headersOf() }] },
  }
  const measured = await inTurns(sides, turns, seconds)
  const ratios = { ratio: ratioOf(measured, 'user', 'hello'), floor_ratio: ratioOf(measured, 'user', 'floor'), floor_ratio_guest: null }
  done('my_playlists', summarise(measured, 'user', ratios))
  return { bytes: Buffer.byteLength(answer) }
}
