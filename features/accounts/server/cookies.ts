import { isToken } from './tokens.ts'

const name = 'media_session'
/** All that the cookie is sent to, and all that it is good for. */
const paths = ['/media', '/api/events'] as const
/** 13 months; the session it belongs to may end earlier, and the cookie's use with it. */
const maxAgeSeconds = 395 * 24 * 60 * 60

const setCookie = (value: string, seconds: number, publicUrl: string) =>
  paths.map(
    (path) =>
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`,
  )

/** `Set-Cookie` lines that let a browser's pictures, videos and event streams be a session's. */
export const giveMediaCookie = (token: string, publicUrl: string) => setCookie(token, maxAgeSeconds, publicUrl)
export const takeMediaCookie = (publicUrl: string) => setCookie('', 0, publicUrl)

/** The cookie's token in a `Cookie` header. */
export function mediaCookieOf(header: string | undefined): string | undefined {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '')?.[1]
  return value !== undefined && isToken(value) ? value : undefined
}
