/** Returns the hue (0 to 359) of an id: the same everywhere. */
export function idHue(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  // FNV-1a keeps similar ids close in the low bits; this final mix spreads them.
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % 360
}

let graphemes: Intl.Segmenter | undefined

/** Splits a text into graphemes. Creating a segmenter takes several ms on a phone, so western text avoids it. */
function letters(text: string): string[] {
  if (/^[\u0020-\u02ff]*$/u.test(text)) return Array.from(text)
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * Returns the first letters of the first two words, or the first two letters of one: "Night Trains" → "NT", "Moss" → "MO". For
 * URLs, uses the host.
 */
export function initialsOf(name: string): string {
  const words = name
    .replace(/^https?:\/\/(www\.)?/iu, '')
    .split(/[\s\-–—_./]+/u)
    .map((word) => letters(word).filter((letter) => /[\p{L}\p{N}]/u.test(letter)))
    .filter((word) => word.length > 0)
  const [first, second] = words
  if (!first) return letters(name.trim()).slice(0, 1).join('')
  return (second ? [first[0], second[0]] : first.slice(0, 2)).join('').toLocaleUpperCase()
}

/** Truncates to `length` graphemes with an ellipsis. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const allLetters = letters(text)
  return allLetters.length <= length ? text : `${allLetters.slice(0, length).join('').trimEnd()}…`
}
