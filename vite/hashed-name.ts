import { createHash } from 'node:crypto'

/** Returns a name that contains a hash of the file's contents, so that browsers may cache the file forever. */
export function hashedName(name: string, source: string | Uint8Array): string {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return `assets/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`
}
