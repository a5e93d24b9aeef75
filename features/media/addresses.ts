/** What addresses are, whichever service they lead to. */

/** Base for paths on our own host, so that they go through the same parser; never shown. */
const own = 'http://own.invalid'
export const isOurs = (url: URL) => url.origin === own

/** An http(s) address, or a path on our own host; undefined for anything else. */
export function parseLink(text: string | null | undefined): URL | undefined {
  if (!text || !/^(?:https?:\/\/|\/)/i.test(text) || !URL.canParse(text, own)) return undefined
  const url = new URL(text, own)
  // `//host` and `/\\host` begin like a path and still leave our host.
  return text.startsWith('/') === isOurs(url) ? url : undefined
}

/** An address to read: host and path, percent escapes undone. */
export function hostAndPath(url: URL): string {
  const path = readable(url.pathname)
  let end = path.length
  while (path[end - 1] === '/') end--
  return url.hostname.replace(/^www\./, '') + path.slice(0, end)
}

/** A path with its percent escapes undone, as far as they make sense. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
