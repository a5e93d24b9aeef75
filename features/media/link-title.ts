/** Fallback titles of links. */
import { hostAndPath, parseLink } from './addresses.ts'
import { detectPlayback } from './rules.ts'
import { serviceKinds } from './services.ts'

/** Returns host and path, and for known providers the query that identifies the video, so that titles of different videos differ. */
export function addressTitle(url: URL): string {
  const playback = detectPlayback({ src: url.href })
  const providerUrl = serviceKinds.some((kind) => kind === playback?.kind) ? parseLink(playback?.src) : undefined
  const naming = [...(providerUrl?.searchParams ?? [])].filter(([name]) => url.searchParams.has(name))
  return hostAndPath(url) + (naming.length > 0 ? `?${new URLSearchParams(naming)}` : '')
}
