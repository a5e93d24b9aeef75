/** Pages to which a login doesn't return, because they log out or ask for another login. */
const loginPathPattern = /^\/(?:(?:en|nl)\/)?(?:login|register|reset-password)(?:\/|$)/

/** Whether a path leads to login, registration or a password reset. */
export const isEntryPath = (pathname: string): boolean => loginPathPattern.test(pathname)

/** Parses a path of our own site; undefined for other sites and entry pages. */
export function parseSameSitePath(text: string | undefined, origin = location.origin): { pathname: string; search: string } | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, origin)) return undefined
  const url = new URL(text, origin)
  return url.origin === origin && !isEntryPath(url.pathname) ? { pathname: url.pathname, search: url.search } : undefined
}
