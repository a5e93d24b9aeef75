import { cleanName } from '#kit/contract/names.ts'
import type { SourceKind } from '../rules.ts'

/** What a source is called that nobody named: the host and the end of its path, or the file's name. Never its query, which may hold a password. */
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
