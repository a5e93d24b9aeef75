import { language } from '#kit/web/i18n.ts'

/** The query parameters of each screen. The server checks their values. */
export const searches = {
  none: [],
  channels: ['channel', 'index', 'view', 'play'],
  playlists: ['playlist', 'video', 'serie', 'play', 't', 'fromDirectPublish', 'recent-view'],
  myPlaylists: ['playlist', 'playlist-group', 'archive', 'video', 'serie', 'play', 'make', 'view'],
  tiers: ['channel', 'tier', 'index', 'epgId', 'isPlaylistInTier', 'play'],
  search: ['type', 'keyword', 'category', 'sort'],
  statistics: ['playlist'],
  teams: ['teamId'],
  settings: ['view', 'user', 'payment', 'verify_url', 'end_sessions', 'feed'],
  login: ['email', 'token', 'verify_url'],
  register: ['email', 'token', 'invitation'],
} as const

/** Optional parameters. */
export type Search<Names extends readonly string[]> = { [Name in Names[number]]?: string | undefined }
type SearchOf<K extends keyof typeof searches> = Search<(typeof searches)[K]>

function createAddress(path: string, search: Record<string, string | undefined> = {}, lang = language): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(entries).toString()
  return `/${lang}${path}${query && `?${query}`}`
}

const encodePart = encodeURIComponent

/** All addresses of the product; never build one elsewhere. */
export const paths = {
  home: () => createAddress('/'),
  channels: (search?: SearchOf<'channels'>) => createAddress('/channels', search),
  playlists: (search?: SearchOf<'playlists'>) => createAddress('/playlists', search),
  myPlaylists: (search?: SearchOf<'myPlaylists'>) => createAddress('/my-playlists', search),
  following: (search?: SearchOf<'playlists'>) => createAddress('/following', search),
  tiers: (search?: SearchOf<'tiers'>) => createAddress('/tiers', search),
  search: (search?: SearchOf<'search'>) => createAddress('/search', search),
  statistics: (search?: SearchOf<'statistics'>) => createAddress('/statistics', search),
  teams: (search?: SearchOf<'teams'>) => createAddress('/teams', search),
  settings: (search?: SearchOf<'settings'>) => createAddress('/settings', search),
  login: (search?: SearchOf<'login'>) => createAddress('/login', search),
  register: (search?: SearchOf<'register'>) => createAddress('/register', search),
  resetPassword: (token: string, email: string) => createAddress(`/reset-password/${encodePart(token)}/${encodePart(email)}`),
  cookies: () => createAddress('/cookies'),
  cookiesPolicy: () => createAddress('/cookiesPolicy'),
  terms: () => createAddress('/terms'),
  privacy: () => createAddress('/privacy'),
  notFound: () => createAddress('/not-found'),
  /** A channel by its short address. */
  vanity: (slug: string) => createAddress(`/${encodePart(slug)}`),
}

/** Returns the same page in the other language. */
export function inLanguage(lang: 'en' | 'nl', currentLocation: Pick<Location, 'pathname' | 'search'> = location): string {
  return `/${lang}${currentLocation.pathname.replace(/^\/(en|nl)(?=\/|$)/, '') || '/'}${currentLocation.search}`
}
