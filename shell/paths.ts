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

function address(path: string, search: Record<string, string | undefined> = {}, lang = language): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(entries).toString()
  return `/${lang}${path}${query && `?${query}`}`
}

const encodePart = encodeURIComponent

/** All addresses of the product; never build one elsewhere. */
export const paths = {
  home: () => address('/'),
  channels: (search?: SearchOf<'channels'>) => address('/channels', search),
  playlists: (search?: SearchOf<'playlists'>) => address('/playlists', search),
  myPlaylists: (search?: SearchOf<'myPlaylists'>) => address('/my-playlists', search),
  following: (search?: SearchOf<'playlists'>) => address('/following', search),
  tiers: (search?: SearchOf<'tiers'>) => address('/tiers', search),
  search: (search?: SearchOf<'search'>) => address('/search', search),
  statistics: (search?: SearchOf<'statistics'>) => address('/statistics', search),
  teams: (search?: SearchOf<'teams'>) => address('/teams', search),
  settings: (search?: SearchOf<'settings'>) => address('/settings', search),
  login: (search?: SearchOf<'login'>) => address('/login', search),
  register: (search?: SearchOf<'register'>) => address('/register', search),
  resetPassword: (token: string, email: string) => address(`/reset-password/${encodePart(token)}/${encodePart(email)}`),
  cookies: () => address('/cookies'),
  cookiesPolicy: () => address('/cookiesPolicy'),
  terms: () => address('/terms'),
  privacy: () => address('/privacy'),
  notFound: () => address('/not-found'),
  /** A channel by its short address. */
  vanity: (slug: string) => address(`/${encodePart(slug)}`),
}

/** Returns the same page in the other language. */
export function inLanguage(lang: 'en' | 'nl', currentLocation: Pick<Location, 'pathname' | 'search'> = location): string {
  return `/${lang}${currentLocation.pathname.replace(/^\/(en|nl)(?=\/|$)/, '') || '/'}${currentLocation.search}`
}
