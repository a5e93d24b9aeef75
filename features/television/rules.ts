/** Pure decisions about TV channels, lists and guides that both sides make. */

const maxNameLength = 255

/** What says how a stream is sent, and nothing of whose it is. */
const quality = /\b(?:hd|fhd|uhd|sd|hq|lq|4k|8k|hevc|h ?26[45]|\d{3,4}[pi])\b/g

/**
 * A channel's name as it is compared: `UK: BBC One HD (1080p)` and `BBC ONE` are the same one. Empty where nothing is left to compare.
 */
export function matchName(name: string): string {
  const plain = name
    .slice(0, maxNameLength)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^\s*[a-z]{2,3}\s*[:|]\s*/, '')
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
  return plain.replaceAll(quality, ' ').replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
