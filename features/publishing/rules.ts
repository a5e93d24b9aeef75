/** Pure decisions about sharing and watching later that server and web both make. */

/** What becomes of what one has seen in the watch-later channel: it goes to the end, or out. */
export const seenChoices = ['end', 'out'] as const
export type SeenChoice = (typeof seenChoices)[number]

/** What is shared, by the parameters of an address that name it. */
export type SharedThing = { video: string } | { serie: string }

/** An address of this site that names something in a channel. */
export interface SharedAddress {
  /** Path and query. */
  path: string
  /** The id by which the channel is known. */
  playlistId: string
}

/** By which id an address knows the channel that it leads into. What no id is names nothing: written in an address it may be any text, NUL too. */
export function playlistIn(url: string): string | undefined {
  const named = URL.parse(url, 'https://here')?.searchParams.get('playlist') ?? ''
  return /^[A-Za-z0-9]{11}$/.test(named) ? named : undefined
}

const screens = /^(?:\/(?:en|nl))?\/(?:my-)?playlists\/?$/

/** Where on this site an address leads, when it names this thing in a channel. @param hosts by which this site is reached */
export function sharedAddress(url: string, hosts: readonly string[], thing: SharedThing): SharedAddress | undefined {
  const { protocol, host, pathname, searchParams: asked } = URL.parse(url, `https://${hosts[0]}`) ?? {}
  const playlistId = asked?.get('playlist')
  if (!asked || !playlistId || host === undefined || !hosts.includes(host)) return undefined
  if (!/^https?:$/.test(protocol ?? '') || !screens.test(pathname ?? '')) return undefined
  const isNamed = 'video' in thing ? [asked.get('video'), asked.get('play')].includes(thing.video) : asked.get('serie') === thing.serie
  if (!isNamed) return undefined
  const language = pathname?.startsWith('/nl/') ? 'nl' : 'en'
  return { path: `/${language}/playlists?${new URLSearchParams({ playlist: playlistId, ...thing }).toString()}`, playlistId }
}

/** The first http(s) link in a text that somebody passes on: apps put it among words. */
export const linkIn = (text: string): string | undefined => /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[).,;:!?'\]]+$/, '')
