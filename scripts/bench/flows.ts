// Measures requests: each flow alternates with the floor and with hello.
import { isDeepStrictEqual } from 'node:util'
import type { Ask } from './load.ts'
import type { Seeded } from './seed.ts'
import { type Flow, inTurns, median, ratioOf, round, type Side, summarise } from './turns.ts'

export interface Servers {
  product: { url: string; pids: readonly number[] }
  floor: { url: string; pids: readonly number[] }
  hello: { url: string; pids: readonly number[] }
  turns: number
  seconds: number
}

/** Name of the benchmark's series, for deletion: a channel has room for 200. */
export const madeHere = 'Made by the benchmark'

export const headersOf = (token?: string): Record<string, string> => ({
  'accept-language': 'en',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
})
const get = (path: string, token?: string): Ask => ({ method: 'GET', path, headers: headersOf(token) })

/** Reads, at the product and at the floor. */
const readsOf = ({ bigChannel, video }: Seeded): Record<string, { path: string; floor: string }> => ({
  default_channels: { path: '/api/playlists/default-playlists?limit=20', floor: '/default_channels/20' },
  popular_channels: { path: '/api/playlists/default-playlists?sort=popular&limit=20', floor: '/popular_channels/20' },
  channel_40: { path: `/api/playlists/${bigChannel}`, floor: `/channel_40/${bigChannel}` },
  one_video: { path: `/api/videos/${video}`, floor: `/one_video/${video}` },
})

/** @throws unless both answer a guest the same: a floor that does less would be invalid */
async function demandSameAnswer(name: string, product: string, floor: string) {
  const [ours, bare] = await Promise.all([product, floor].map(async (url) => (await fetch(url, { headers: headersOf() })).json()))
  if (!isDeepStrictEqual(ours, bare)) throw new Error(`the floor answers ${name} otherwise than the product`)
}

/** Measures each read as a guest and as a user. */
export async function measureReads(
  { product, floor, hello, turns, seconds }: Servers,
  seeded: Seeded,
  wanted: (name: string) => boolean,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  for (const [name, { path, floor: floorPath }] of Object.entries(readsOf(seeded))) {
    if (!wanted(name)) continue
    await demandSameAnswer(name, product.url + path, floor.url + floorPath)
    const sides: Record<'floor' | 'guest' | 'user' | 'hello', Side> = {
      floor: { ...floor, asks: [get(floorPath)] },
      guest: { ...product, asks: [get(path)] },
      user: { ...product, asks: seeded.tokens.map((token) => get(path, token)) },
      hello: { ...hello, asks: [get('/')] },
    }
    const measured = await inTurns(sides, turns, seconds)
    const ratios = {
      ratio: ratioOf(measured, 'user', 'hello'),
      floor_ratio: ratioOf(measured, 'user', 'floor'),
      floor_ratio_guest: ratioOf(measured, 'guest', 'floor'),
    }
    done(name, summarise(measured, 'user', ratios))
  }
}

/** Measures creating a series in the user's own channel, which guests can't do. `clear` deletes the series after each turn. */
export async function measureWrites(
  { product, floor, hello, turns, seconds }: Servers,
  { ownChannels }: Seeded,
  clear: () => Promise<unknown>,
  done: (name: string, flow: Flow) => void,
): Promise<void> {
  const post = (path: string, playlist_id: string, token?: string): Ask => ({
    method: 'POST',
    path,
    headers: { ...headersOf(token), 'content-type': 'application/json' },
    body: JSON.stringify({ playlist_id, name: madeHere }),
  })
  const sides: Record<'floor' | 'user' | 'hello', Side> = {
    floor: { ...floor, asks: ownChannels.map(({ id }) => post('/create_series', id)) },
    user: { ...product, asks: ownChannels.map(({ id, token }) => post('/api/series', id, token)) },
    hello: { ...hello, asks: [get('/')] },
  }
  const measured = []
  for (let turn = 0; turn < turns; turn++) {
    measured.push(...(await inTurns(sides, 1, seconds)))
    await clear()
  }
  const ratios = { ratio: ratioOf(measured, 'user', 'hello'), floor_ratio: ratioOf(measured, 'user', 'floor'), floor_ratio_guest: null }
  done('create_series', summarise(measured, 'user', ratios))
}

const firstData = /<script type="application\/json" id="first-data">(.*?)<\/script>/s

/** Measures the guest's home as a page, beside the reads whose responses are embedded in it. */
export async function measureHome({ product, turns, seconds }: Servers): Promise<{ cpu_ms: number; ratio_to_reads: number }> {
  const page = '/en/playlists'
  const html = await (await fetch(product.url + page)).text()
  const reads = (JSON.parse(firstData.exec(html)?.[1] ?? '[]') as [string, unknown][]).map(([path]) => get(path))
  if (!reads.length) throw new Error('the home brings no first data')
  const sides: Record<'page' | 'reads', Side> = {
    page: { ...product, asks: [get(page)] },
    reads: { ...product, asks: reads, times: reads.length },
  }
  const measured = await inTurns(sides, turns, seconds)
  return { cpu_ms: round(median(measured.map((turn) => turn.page.cpuMs)), 3), ratio_to_reads: ratioOf(measured, 'page', 'reads') }
}
