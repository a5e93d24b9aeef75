import { playbackOf } from '#features/media/rules.ts'
import type { TvChannel } from '../../shapes.ts'
import { playableLive } from './playables.ts'

/** ms for which a channel has played before its neighbours are looked at. */
export const prefetchAfterMs = 1000
/** ms for which a list counts as fetched: the connection to its host stays warm about as long. */
const warmMs = 60_000
const fetchedAt = new Map<string, number>()

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The first of the lists that a list names; undefined: it names segments. */
function firstVariant(list: string, address: string): string | undefined {
  const [, variant] = /^#EXT-X-STREAM-INF[^\n]*\n([^#\s][^\r\n]*)/m.exec(list) ?? []
  return variant && URL.canParse(variant, address) ? new URL(variant, address).href : undefined
}

async function fetchList(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { credentials: 'omit', priority: 'low', signal })
  return answer.ok && (answer.headers.get('content-type') ?? '').includes('mpegurl') ? answer.text() : ''
}

/** Fetches the list of what is live on a channel, and no segment of it, so that going there takes less. What fails is tried by the player. */
export async function prefetchList(tv: TvChannel, signal: AbortSignal): Promise<void> {
  const item = playableLive(tv)
  const playback = playbackOf(item)
  // What needs headers is refused here, or passed on by this server to one viewer at a time.
  if (!playback || playback.kind !== 'hls' || tv.needs_headers || savesData()) return
  const { src } = playback
  if (location.protocol === 'https:' && src.startsWith('http:')) return
  if (Date.now() - (fetchedAt.get(src) ?? 0) < warmMs) return
  fetchedAt.set(src, Date.now())
  try {
    const variant = firstVariant(await fetchList(src, signal), new URL(src, location.href).href)
    if (variant) await fetchList(variant, signal)
  } catch {
    // Going there says why.
  }
}
