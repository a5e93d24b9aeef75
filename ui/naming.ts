/** The hue (0 to 359) of a thing, from its id: the same id has the same hue everywhere. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  // FNV-1a leaves close ids close together in the low bits; this last mix spreads them over the wheel.
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % 360
}

let graphemes: Intl.Segmenter | undefined

/** The letters of a text, each with its accents. Making a segmenter takes a phone several ms: western texts need none. */
function letters(text: string): string[] {
  if (/^[\u0020-\u02ff]*$/u.test(text)) return Array.from(text)
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** First letters of the first two words, or the first two letters of a single one: "Night Trains" → "NT", "Moss" → "MO". Of an address: those of its host. */
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

/** The first `length` characters with an ellipsis after them, when there are more: a letter with its accents counts as one. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const all = letters(text)
  return all.length <= length ? text : `${all.slice(0, length).join('').trimEnd()}…`
}
