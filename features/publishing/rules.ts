/** Pure rules of Direct Share and Watch Later, shared by server and web. */

/** Options for watched videos in Watch Later: move to the end, or remove. */
export const watchedChoices = ['end', 'out'] as const
export type WatchedChoice = (typeof watchedChoices)[number]

/** A shared video or series, by its id. */
export type SharedThing = { video: string } | { serie: string }

/** Where something in a channel was found. */
export interface SharedAddress {
  /** Path and query. */
  path: string
  /** The channel's id. */
  playlistId: string
  /** The URL, if it belongs to another site. */
  link?: string
}

/** Returns the channel id in a URL. Ignores values that can't be ids, because a URL may contain any text, even NUL. */
export function findPlaylistId(url: string): string | undefined {
  const id = URL.parse(url, 'https://here')?.searchParams.get('playlist') ?? ''
  return /^[A-Za-z0-9]{11}$/.test(id) ? id : undefined
}

const channelScreenPattern = /^(?:\/(?:en|nl))?\/(?:playlists|my-playlists|following)\/?$/

/**
 * Returns the path of `item`, if the URL belongs to this site and identifies a channel, and no other item of its type.
 * @param hosts names of this site
 */
export function parseSharedUrl(url: string, hosts: readonly string[], item: SharedThing): SharedAddress | undefined {
  const { protocol, host, pathname, searchParams: params } = URL.parse(url, `https://${hosts[0]}`) ?? {}
  const playlistId = params?.get('playlist')
  if (!params || !playlistId || host === undefined || !hosts.includes(host)) return undefined
  if (!/^https?:$/.test(protocol ?? '') || !channelScreenPattern.test(pathname ?? '')) return undefined
  const named = 'video' in item ? [params.get('video'), params.get('play')].filter((id) => id !== null) : params.getAll('serie')
  if (named.length > 0 && !named.includes('video' in item ? item.video : item.serie)) return undefined
  const language = pathname?.startsWith('/nl/') ? 'nl' : 'en'
  return { path: sharedPath(language, playlistId, item), playlistId }
}

/** Returns the path of `item` in its channel. */
export const sharedPath = (language: string, playlistId: string, item: SharedThing): string =>
  `/${language}/playlists?${new URLSearchParams({ playlist: playlistId, ...item }).toString()}`

/** Returns the first http(s) link in a text, because apps share links within sentences. */
export const findLink = (text: string): string | undefined => /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[).,;:!?'\]]+$/, '')
