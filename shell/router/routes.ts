import type { ComponentType } from 'react'
import { loadCode } from '#ui/lazily.ts'
import type { Search } from '../paths.ts'

/** Names of the `$parts` of a path. */
type PartOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | PartOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

interface ScreenOptions {
  /** Fills the window, without navigation. */
  alone?: boolean
}

export interface Route {
  /** Path without the language: `/reset-password/$token`. */
  readonly path: string
  /** Query parameters that its screen reads. */
  readonly search: readonly string[]
  /** Loads its screen. @throws NotLoadedError */
  readonly load: () => Promise<ComponentType>
  /** The route's screen, once loaded. */
  readonly loaded: () => ComponentType | undefined
  readonly alone: boolean
}

/** Defines a screen at a path. It gets path parts and query parameters as props; its code loads on demand. */
export function screen<P extends string, const Names extends readonly string[]>(
  path: P,
  search: Names,
  load: () => Promise<ComponentType<Search<Names> & Record<PartOf<P>, string>>>,
  { alone = false }: ScreenOptions = {},
): Route {
  let loaded: ComponentType | undefined
  return {
    path,
    search,
    alone,
    loaded: () => loaded,
    load: async () => (loaded = (await loadCode(load)) as ComponentType),
  }
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** Decodes a part of an address; returns it unchanged if its encoding is invalid. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the `$parts` of a path by name; undefined if it doesn't match. Ignores case and a trailing slash. */
function partsOf(route: Route, path: string): Record<string, string> | undefined {
  const routeParts = segmentsOf(route.path)
  const pathParts = segmentsOf(path)
  if (routeParts.length !== pathParts.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, segment] of routeParts.entries()) {
    const part = pathParts[index] as string
    if (segment.startsWith('$')) parts[segment.slice(1)] = decodePart(part)
    else if (segment.toLowerCase() !== part.toLowerCase()) return undefined
  }
  return parts
}

export interface Match {
  route: Route
  /** Path parts and query parameters, all strings: ids may be all digits. */
  props: Readonly<Record<string, string>>
}

/**
 * Returns the first route that matches.
 * @param path without the language
 * @param query with or without its `?`
 */
export function matchRoute(routes: readonly Route[], path: string, query: string): Match | undefined {
  for (const route of routes) {
    const parts = partsOf(route, path)
    if (!parts) continue
    const searchEntries = [...new URLSearchParams(query)].filter(([name]) => route.search.includes(name))
    return { route, props: { ...Object.fromEntries(searchEntries), ...parts } }
  }
  return undefined
}
