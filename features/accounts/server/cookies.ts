import { cookieNames } from '#kit/contract/cookies.ts'
import { isToken } from './tokens.ts'

interface Cookie {
  name: string
  /** All that it is sent to, and all that it is good for. */
  paths: readonly string[]
  sameSite: 'Lax' | 'Strict'
}
/** Opens pictures, videos and events of a session. */
const mediaCookie: Cookie = { name: cookieNames.media, paths: ['/media', '/api/events'], sameSite: 'Lax' }
/** Tells that this browser has logged in before. */
const deviceCookie: Cookie = { name: cookieNames.device, paths: ['/api/user/token'], sameSite: 'Strict' }

/** 13 months; the session that one belongs to may end earlier, and the cookie's use with it. */
const maxAgeSeconds = 395 * 24 * 60 * 60

const setCookie = ({ name, paths, sameSite }: Cookie, value: string, seconds: number, publicUrl: string) =>
  paths.map(
    (path) =>
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${publicUrl.startsWith('https:') ? '; Secure' : ''}`,
  )

/** `Set-Cookie` lines that let a browser's pictures, videos and event streams be a session's. */
export const giveMediaCookie = (token: string, publicUrl: string) => setCookie(mediaCookie, token, maxAgeSeconds, publicUrl)
export const takeMediaCookie = (publicUrl: string) => setCookie(mediaCookie, '', 0, publicUrl)
/** `Set-Cookie` lines by which a browser is known again at its next login. */
export const giveDeviceCookie = (token: string, publicUrl: string) => setCookie(deviceCookie, token, maxAgeSeconds, publicUrl)

function tokenIn(header: string | undefined, { name }: Cookie): string | undefined {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '')?.[1]
  return value !== undefined && isToken(value) ? value : undefined
}
/** The session's token in a `Cookie` header. */
export const mediaCookieOf = (header: string | undefined) => tokenIn(header, mediaCookie)
/** The browser's token in a `Cookie` header. */
export const deviceCookieOf = (header: string | undefined) => tokenIn(header, deviceCookie)
