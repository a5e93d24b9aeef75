import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The built files of a page outside the web app: paths on this host. */
export interface StandalonePage {
  script: string
  styles: string[]
}

/** @param webDir the folder of the built web @param source the source path of its script in the build */
export function readStandalonePage(webDir: string, source: string): StandalonePage {
  const manifest = JSON.parse(readFileSync(join(webDir, 'assets', 'embed', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[]; imports?: string[] }
  >
  const entry = manifest[source]
  if (!entry) throw new Error(`${source} is not built`)
  const address = (file: string) => `/assets/embed/${file}`
  const styles = [entry, ...(entry.imports ?? []).flatMap((name) => manifest[name] ?? [])].flatMap(({ css = [] }) => css)
  return { script: address(entry.file), styles: styles.map(address) }
}
