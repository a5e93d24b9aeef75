/** Pages that lead elsewhere after a login: going back to one of them would undo it. */
const waysIn = /^\/(?:(?:en|nl)\/)?(?:login|register|reset-password)(?:\/|$)/

/** Is a path one of them? */
export const isWayIn = (pathname: string): boolean => waysIn.test(pathname)

/** A path of our own site, taken apart; undefined for whatever leads elsewhere or to a way in. */
export function sameSitePath(text: string | undefined, origin = location.origin): { pathname: string; search: string } | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, origin)) return undefined
  const url = new URL(text, origin)
  return url.origin === origin && !isWayIn(url.pathname) ? { pathname: url.pathname, search: url.search } : undefined
}
