import type { ComponentType } from 'react'
import { loadCode } from '#ui/lazily.ts'
import type { Search } from '../paths.ts'

/** The names of the `$parts` of a path. */
type PartOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | PartOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

interface Options {
  /** Takes the whole window, without navigation. */
  alone?: boolean
}

export interface Route {
  /** Below the language: `/reset-password/$token`. */
  readonly path: string
  /** The parameters of the query that its screen reads. */
  readonly search: readonly string[]
  /** Fetches its screen. @throws NotLoadedError */
  readonly load: () => Promise<ComponentType>
  /** Its screen, when it has been fetched. */
  readonly loaded: () => ComponentType | undefined
  readonly alone: boolean
}

/** A screen at a path. It gets the parts of the path and the parameters of the query as props; its code comes when it is needed. */
export function screen<P extends string, const Names extends readonly string[]>(
  path: P,
  search: Names,
  load: () => Promise<ComponentType<Search<Names> & Record<PartOf<P>, string>>>,
  { alone = false }: Options = {},
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

/** A part of an address as it was meant; as it stands there when it is no valid encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The `$parts` of a path by name; undefined when the path is another. Letters count in either case, a slash at the end does not. */
function partsOf(route: Route, path: string): Record<string, string> | undefined {
  const wanted = segmentsOf(route.path)
  const given = segmentsOf(path)
  if (wanted.length !== given.length) return undefined
  const parts: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const part = given[at] as string
    if (segment.startsWith('$')) parts[segment.slice(1)] = decode(part)
    else if (segment.toLowerCase() !== part.toLowerCase()) return undefined
  }
  return parts
}

export interface Match {
  route: Route
  /** Parts of the path and parameters of the query, all of them texts: ids may be all digits. */
  props: Readonly<Record<string, string>>
}

/**
 * The first route at an address.
 * @param path below the language
 * @param query with or without its `?`
 */
export function matchRoute(routes: readonly Route[], path: string, query: string): Match | undefined {
  for (const route of routes) {
    const parts = partsOf(route, path)
    if (!parts) continue
    const asked = [...new URLSearchParams(query)].filter(([name]) => route.search.includes(name))
    return { route, props: { ...Object.fromEntries(asked), ...parts } }
  }
  return undefined
}
