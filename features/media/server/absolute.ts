/** Characters of an address that is followed or kept; what is longer is made whole for nothing. */
const maxLength = 8192

/** An http(s) address, made whole; undefined when it is none. */
export function absolute(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.slice(0, 2 * maxLength).trim()
  if (!trimmed || trimmed.length > maxLength || !URL.canParse(trimmed, base)) return undefined
  const { protocol, href } = new URL(trimmed, base)
  return /^https?:$/.test(protocol) ? href : undefined
}
