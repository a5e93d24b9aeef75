import * as z from 'zod/mini'
import { language } from '#kit/web/i18n.ts'

/** A parameter that is there or not. Whether it names anything is for the server to say. */
const given = z.catch(z.optional(z.string()), undefined)

/** What each screen reads from its address, beside the path. */
export const searches = {
  none: z.object({}),
  channels: z.object({ channel: given, index: given }),
  playlists: z.object({ playlist: given, video: given, serie: given, play: given, fromDirectPublish: given, 'recent-view': given }),
  myPlaylists: z.object({ playlist: given, 'playlist-group': given, archive: given, video: given, serie: given, play: given }),
  following: z.object({ playlist: given }),
  tiers: z.object({ channel: given, tier: given, index: given, epgId: given, isPlaylistInTier: given }),
  search: z.object({ type: given, keyword: given, category: given }),
  statistics: z.object({ playlist: given }),
  teams: z.object({ teamId: given }),
  settings: z.object({ view: given, user: given, verify_url: given }),
  login: z.object({ email: given, token: given, verify_url: given }),
  register: z.object({ email: given, token: given }),
}

type SearchOf<K extends keyof typeof searches> = z.input<(typeof searches)[K]>

function address(path: string, search: Record<string, string | undefined> = {}, lang = language): string {
  const known = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(known).toString()
  return `/${lang}${path}${query && `?${query}`}`
}

const part = encodeURIComponent

/** Every address of the product. Nothing else puts one together. */
export const paths = {
  home: () => address('/'),
  channels: (search?: SearchOf<'channels'>) => address('/channels', search),
  playlists: (search?: SearchOf<'playlists'>) => address('/playlists', search),
  myPlaylists: (search?: SearchOf<'myPlaylists'>) => address('/my-playlists', search),
  following: (search?: SearchOf<'following'>) => address('/following', search),
  tiers: (search?: SearchOf<'tiers'>) => address('/tiers', search),
  search: (search?: SearchOf<'search'>) => address('/search', search),
  statistics: (search?: SearchOf<'statistics'>) => address('/statistics', search),
  teams: (search?: SearchOf<'teams'>) => address('/teams', search),
  teamRequest: (teamId: string, teamName: string) => address(`/request/${part(teamId)}/${part(teamName)}`),
  adminDerank: (userId: string, teamId: string, teamName: string, adminName: string) =>
    address(`/admin-derank/${[userId, teamId, teamName, adminName].map(part).join('/')}`),
  settings: (search?: SearchOf<'settings'>) => address('/settings', search),
  login: (search?: SearchOf<'login'>) => address('/login', search),
  register: (search?: SearchOf<'register'>) => address('/register', search),
  resetPassword: (token: string, email: string) => address(`/reset-password/${part(token)}/${part(email)}`),
  cookies: () => address('/cookies'),
  cookiesPolicy: () => address('/cookiesPolicy'),
  terms: () => address('/terms'),
  privacy: () => address('/privacy'),
  notFound: () => address('/not-found'),
  /** A channel by the short name its owner chose. */
  vanity: (slug: string) => address(`/${part(slug)}`),
}

/** The same page in the other language. */
export function inLanguage(lang: 'en' | 'nl', here: Pick<Location, 'pathname' | 'search'> = location): string {
  return `/${lang}${here.pathname.replace(/^\/(en|nl)(?=\/|$)/, '') || '/'}${here.search}`
}
