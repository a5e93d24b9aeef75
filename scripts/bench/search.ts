import autocannon from 'autocannon'
import { type Ask, percentile, probe } from './load.ts'
import { addPublicChannels, searchedWords, type Seeded } from './seed.ts'
import { headersOf } from './flows.ts'
import { round } from './turns.ts'

const manyChannels = 60_000

/** Searches on ten connections among 60,000 channels, for words that few, many and nearly all have; measures other users' reads too. */
export async function measureSearch(url: string, databaseUrl: string, { bigChannel, video, tokens }: Seeded, seconds: number) {
  await addPublicChannels(databaseUrl, manyChannels)
  const searches = searchedWords.map((keyword) => ({
    method: 'POST' as const,
    path: '/api/playlists/search',
    headers: { ...headersOf(), 'content-type': 'application/json' },
    body: JSON.stringify({ keyword }),
  }))
  const read = (path: string): Ask => ({ method: 'GET', path, headers: headersOf(tokens[1]) })
  const others = [read('/api/playlists/default-playlists?limit=20'), read(`/api/playlists/${bigChannel}`), read(`/api/videos/${video}`)]
  const [found, times] = await Promise.all([
    autocannon({ url, connections: 10, duration: seconds, requests: searches }),
    probe(url, others, seconds),
  ])
  return {
    p99_ms: found.latency.p99,
    others_p99_ms: round(percentile(times, 0.99), 1),
    searches: found.requests.total,
    errors: found.errors + found.timeouts + found.non2xx + times.filter((ms) => ms === Infinity).length,
  }
}
