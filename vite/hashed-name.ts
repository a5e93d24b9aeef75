import { createHash } from 'node:crypto'

/** Returns an address that can be cached forever: its name contains a hash of its contents. */
export function hashedName(name: string, source: string | Uint8Array): string {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return `assets/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`
}
