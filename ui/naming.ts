/** Returns the hue of an id, from 0 to 359. The same id always has the same hue. */
export function idHue(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  // This last step spreads similar ids, which FNV-1a leaves close together in the low bits.
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % 360
}

let graphemes: Intl.Segmenter | undefined

/**
 * Splits a text into characters as people see them. Avoids `Intl.Segmenter` for western text, because creating it takes several ms on a
 * phone.
 */
function splitLetters(text: string): string[] {
  if (/^[\u0020-\u02ff]*$/u.test(text)) return Array.from(text)
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * Returns the first letters of the first two words, or the first two letters of a single word: "Night Trains" → "NT", "Moss" → "MO". For a
 * URL, uses the host.
 */
export function initialsOf(name: string): string {
  const words = name
    .replace(/^https?:\/\/(www\.)?/iu, '')
    .split(/[\s\-–—_./]+/u)
    .map((word) => splitLetters(word).filter((letter) => /[\p{L}\p{N}]/u.test(letter)))
    .filter((word) => word.length > 0)
  const [first, second] = words
  if (!first) return splitLetters(name.trim()).slice(0, 1).join('')
  return (second ? [first[0], second[0]] : first.slice(0, 2)).join('').toLocaleUpperCase()
}

/** Cuts a text to `length` characters, and adds an ellipsis. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const allLetters = splitLetters(text)
  return allLetters.length <= length ? text : `${allLetters.slice(0, length).join('').trimEnd()}…`
}
