import { cleanName } from '#kit/contract/names.ts'
import type { SourceKind } from '../rules.ts'

/** Returns the default name of a source: host and path of its URL, or the file's name. Omits the query, which may contain a password. */
export function sourceName({ url, fileName }: { url?: string | undefined; fileName?: string | undefined }, kind: SourceKind): string {
  if (url === undefined)
    return (
      cleanName((fileName ?? '').split(/[/\\]/).at(-1)!)
        .trim()
        .slice(0, 255)
        .toWellFormed() || kind
    )
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`.slice(0, 255)
}
