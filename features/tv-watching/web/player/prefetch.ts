import { detectPlayback } from '#features/media/rules.ts'
import type { TvChannel } from '#features/guide/shapes.ts'
import { toPlayableLive } from './playables.ts'

/** Milliseconds of playback before neighbours are prefetched. */
export const prefetchAfterMs = 1000
/** Milliseconds for which a playlist counts as fetched: about as long as the connection stays open. */
const freshMs = 60_000
const fetchedAt = new Map<string, number>()

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Returns the first variant of a master playlist; undefined for a media playlist. */
function firstVariant(list: string, address: string): string | undefined {
  const [, variant] = /^#EXT-X-STREAM-INF[^\n]*\n([^#\s][^\r\n]*)/m.exec(list) ?? []
  return variant && URL.canParse(variant, address) ? new URL(variant, address).href : undefined
}

async function fetchList(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { credentials: 'omit', priority: 'low', signal })
  return response.ok && (response.headers.get('content-type') ?? '').includes('mpegurl') ? response.text() : ''
}

/** Fetches the playlist of a channel's live stream, without segments, so that zapping is faster. The player reports failures. */
export async function prefetchList(tv: TvChannel, signal: AbortSignal): Promise<void> {
  const item = toPlayableLive(tv)
  const playback = detectPlayback(item)
  // Skips streams that require headers: they play through the relay, where each stream counts towards the viewer's limit.
  if (!playback || playback.kind !== 'hls' || tv.needs_headers || savesData()) return
  const { src } = playback
  if (location.protocol === 'https:' && src.startsWith('http:')) return
  if (Date.now() - (fetchedAt.get(src) ?? 0) < freshMs) return
  fetchedAt.set(src, Date.now())
  try {
    const variant = firstVariant(await fetchList(src, signal), new URL(src, location.href).href)
    if (variant) await fetchList(variant, signal)
  } catch {
    // The player reports the error.
  }
}
