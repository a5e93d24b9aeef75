import { cookieNames } from '#kit/contract/cookies.ts'
import { isToken } from './tokens.ts'

interface Cookie {
  name: string
  /** Paths for which browsers send the cookie. */
  paths: readonly string[]
  sameSite: 'Lax' | 'Strict'
}
/** Authorises a session's pictures, videos and events. */
const mediaCookie: Cookie = { name: cookieNames.media, paths: ['/media', '/api/events'], sameSite: 'Lax' }
/** Marks a browser that has logged in before. */
const deviceCookie: Cookie = { name: cookieNames.device, paths: ['/api/user/token'], sameSite: 'Strict' }

/** 13 months. The cookie also becomes invalid when its session ends. */
const maxAgeSeconds = 395 * 24 * 60 * 60

const setCookie = ({ name, paths, sameSite }: Cookie, value: string, seconds: number, publicUrl: string) =>
  paths.map(
    (path) =>
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${publicUrl.startsWith('https:') ? '; Secure' : ''}`,
  )

/** `Set-Cookie` headers that authorise a session's pictures, videos and event streams. */
export const setMediaCookie = (token: string, publicUrl: string) => setCookie(mediaCookie, token, maxAgeSeconds, publicUrl)
export const clearMediaCookie = (publicUrl: string) => setCookie(mediaCookie, '', 0, publicUrl)
/** `Set-Cookie` headers that recognise a browser at its next login. */
export const setDeviceCookie = (token: string, publicUrl: string) => setCookie(deviceCookie, token, maxAgeSeconds, publicUrl)

function tokenIn(header: string | undefined, { name }: Cookie): string | undefined {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '')?.[1]
  return value !== undefined && isToken(value) ? value : undefined
}
/** Returns the session token from a `Cookie` header. */
export const readMediaCookie = (header: string | undefined) => tokenIn(header, mediaCookie)
/** Returns the browser token from a `Cookie` header. */
export const readDeviceCookie = (header: string | undefined) => tokenIn(header, deviceCookie)
