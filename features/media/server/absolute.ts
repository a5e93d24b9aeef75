/** Maximum length of a followed or stored URL; longer ones aren't resolved. */
const maxLength = 8192

/** Resolves an http(s) URL; undefined if invalid. */
export function absolute(address: string | undefined, base: string): string | undefined {
  const trimmed = address?.slice(0, 2 * maxLength).trim()
  if (!trimmed || trimmed.length > maxLength || !URL.canParse(trimmed, base)) return undefined
  const { protocol, href } = new URL(trimmed, base)
  return /^https?:$/.test(protocol) ? href : undefined
}
