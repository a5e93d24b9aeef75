// Measures reads of channels and videos, creating a series, and the home page.
import { get, assertSameResponse, post } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { runInTurns, median, ratioOf, round } from './turns.ts'

/** Name of all series that the benchmark creates. Each turn ends by deleting them by this name, because a channel has room for 200. */
export const benchmarkName = 'Made by the benchmark'

/** Measures a read as a guest and as a user. */
export async function measureRead({ servers, seeded, measure }: Benchmark, name: string, path: string, floorPath: string): Promise<void> {
  await assertSameResponse({ url: servers.product.url, ask: get(path) }, { url: servers.floor.url, ask: get(floorPath) })
  await measure(name, { floor: [get(floorPath)], guest: [get(path)], user: seeded.tokens.map((token) => get(path, token)) })
}

export async function measureReads(bench: Benchmark): Promise<void> {
  const { bigChannel, video } = bench.seeded
  const reads = {
    default_channels: ['/api/playlists/default-playlists?limit=20', '/default_channels/20'],
    popular_channels: ['/api/playlists/default-playlists?sort=popular&limit=20', '/popular_channels/20'],
    channel_40: [`/api/playlists/${bigChannel}`, `/channel_40/${bigChannel}`],
    one_video: [`/api/videos/${video}`, `/one_video/${video}`],
  } as const
  for (const [name, [path, floorPath]] of Object.entries(reads)) if (bench.isWanted(name)) await measureRead(bench, name, path, floorPath)
}

/** Measures creating a series in the user's own channel. Guests can't do that. */
export async function measureWrites({ db, seeded: { ownChannels }, isWanted, measure }: Benchmark): Promise<void> {
  if (!isWanted('create_series')) return
  await measure('create_series', {
    floor: ownChannels.map(({ id }) => post('/create_series', { playlist_id: id, name: benchmarkName })),
    user: ownChannels.map(({ id, token }) => post('/api/series', { playlist_id: id, name: benchmarkName }, token)),
    clear: () => db.deleteFrom('series').where('name', '=', benchmarkName).execute(),
  })
}

const firstDataPattern = /<script type="application\/json" id="first-data">(.*?)<\/script>/s

/** Measures the home page of a guest, compared with the reads whose responses the page embeds. */
export async function measureHome({ servers, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('page_home')) return
  const { product } = servers
  const page = '/en/playlists'
  const html = await (await fetch(product.url + page)).text()
  const reads = (JSON.parse(firstDataPattern.exec(html)?.[1] ?? '[]') as [string, unknown][]).map(([path]) => get(path))
  if (!reads.length) throw new Error('the home brings no first data')
  const sides = { page: { ...product, requests: [get(page)] }, reads: { ...product, requests: reads, times: reads.length } }
  const measured = await runInTurns(sides, servers)
  const cpu_ms = round(median(measured.map((turn) => turn['page']!.cpuMs)), 3)
  const ratio_to_reads = ratioOf(measured, 'page', 'reads')
  report('page_home', { cpu_ms, ratio_to_reads }, "home's page", `${cpu_ms} CPU ms, ${ratio_to_reads} × the reads in it`)
}
