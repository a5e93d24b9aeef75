import autocannon from 'autocannon'
import { get, post } from './asks.ts'
import type { Benchmark } from './benchmark.ts'
import { percentile, probe } from './load.ts'
import { addPublicChannels, searchedWords, withClient } from './seed.ts'
import { round } from './turns.ts'

const manyChannels = 60_000

/** Searches on ten connections among 60,000 channels, for words that few, many and nearly all have; measures other users' reads too. */
export async function measureSearch({ server: { url }, database, seeded, size, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('search')) return
  await withClient(database.url, (client) => addPublicChannels(client, manyChannels))
  const searches = searchedWords.map((keyword) => post('/api/playlists/search', { keyword }))
  const { bigChannel, video, tokens } = seeded
  const paths = ['/api/playlists/default-playlists?limit=20', `/api/playlists/${bigChannel}`, `/api/videos/${video}`]
  const [found, times] = await Promise.all([
    autocannon({ url, connections: 10, duration: size.searchSeconds, requests: searches }),
    probe(
      url,
      paths.map((path) => get(path, tokens[1])),
      size.searchSeconds,
    ),
  ])
  const p99_ms = found.latency.p99
  const others_p99_ms = round(percentile(times, 0.99), 1)
  const count = found.requests.total
  const errors = found.errors + found.timeouts + found.non2xx + times.filter((ms) => ms === Infinity).length
  const text = `p99 ${p99_ms} ms, everything else's ${others_p99_ms} ms (${count} searches, ${errors} errors)`
  report('search_60k', { p99_ms, others_p99_ms, searches: count, errors }, 'search', text)
}
