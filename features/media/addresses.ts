/** Address helpers, independent of providers. */

/** Base URL for parsing paths on our own host; never requested or shown. */
const ownOrigin = 'http://own.invalid'
export const isOwnUrl = (url: URL) => url.origin === ownOrigin

/** Parses an http(s) URL or a path on our own host; undefined otherwise. */
export function parseLink(text: string | null | undefined): URL | undefined {
  if (!text || !/^(?:https?:\/\/|\/)/i.test(text) || !URL.canParse(text, ownOrigin)) return undefined
  const url = new URL(text, ownOrigin)
  // `//host` and `/\\host` begin like paths but name another host.
  return text.startsWith('/') === isOwnUrl(url) ? url : undefined
}

/** Formats a URL for display: host and decoded path. */
export function hostAndPath(url: URL): string {
  const path = decodePath(url.pathname)
  let end = path.length
  while (path[end - 1] === '/') end--
  return url.hostname.replace(/^www\./, '') + path.slice(0, end)
}

/** Decodes a path's valid percent escapes. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
