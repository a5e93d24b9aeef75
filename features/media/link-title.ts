/** What a link is called of which nothing but its address is known. */
import { hostAndPath, parseLink } from './addresses.ts'
import { playbackOf } from './rules.ts'
import { serviceKinds } from './services.ts'

/** Host and path; for a known service also the part of the query that names the video, or all its videos would have one title. */
export function addressTitle(url: URL): string {
  const playback = playbackOf({ src: url.href })
  const known = serviceKinds.some((kind) => kind === playback?.kind) ? parseLink(playback?.src) : undefined
  const naming = [...(known?.searchParams ?? [])].filter(([name]) => url.searchParams.has(name))
  return hostAndPath(url) + (naming.length > 0 ? `?${new URLSearchParams(naming)}` : '')
}
