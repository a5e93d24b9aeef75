import charsets from './charsets.json' with { type: 'json' }

/**
 * `alphabets`: legacy code pages of caption files, with the letters of each language other than a–z. `wide`: multi-byte code pages, by
 * language.
 */
const { alphabets } = charsets
const wideCharsets: Readonly<Record<string, string>> = charsets.wide

/** Characters sampled for detection. */
const maxJudgedCharacters = 50_000

function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const mixedScriptPattern = /\p{Script=Latin}(?!\p{Script=Latin})(?=\p{L})|(?!\p{Script=Latin})\p{L}(?=\p{Script=Latin})/gu
/** Matches letters beside a number, including the letters that € and £ become in other code pages. */
const besideNumberPattern =
  /(?<=\d)(?![\0-\u007F])\p{L}(?!\p{L})|(?<!\p{L})(?![\0-\u007F])\p{L}(?=\d)|(?<=\d )[ЂЈŁ](?!\p{L})|[ЂЈŁ](?= \d)/gu

/**
 * Scores how well a text fits an alphabet: counts its letters, and subtracts foreign letters, signs within words, capitals after small
 * letters, words of two scripts (Cafй for Café), and letters instead of signs beside a number (Ђ5 for €5).
 */
function scoreFit(text: string, letters: ReadonlySet<string>): number {
  let fit = 0
  for (const [character] of text.matchAll(/[^\0-\u007F]/gu)) {
    if (letters.has(character.toLowerCase())) fit++
    else if (/[\p{L}\p{M}\p{Cc}]/u.test(character)) fit -= 2
  }
  for (const _ of text.matchAll(/\p{L}[^\0-\u007F\p{L}\p{M}’´–—…]\p{L}/gu)) fit -= 2
  for (const _ of text.matchAll(/\p{Ll}(?=[^\0-\u007F])\p{Lu}/gu)) fit -= 2
  for (const _ of text.matchAll(mixedScriptPattern)) fit -= 2
  for (const _ of text.matchAll(besideNumberPattern)) fit -= 2
  return fit
}

/** Decodes by the alphabet that fits best. If several fit equally well, prefers that of the stated language. */
function decodeLegacy(bytes: Uint8Array, language: string): string {
  const tag = language.toLowerCase()
  const [base = ''] = tag.split('-')
  const wide = wideCharsets[tag] ?? wideCharsets[base]
  const read = wide === undefined ? undefined : decodeStrictly(bytes, wide)
  if (read !== undefined) return read
  const texts = new Map<string, string>()
  let best = { fit: Number.NEGATIVE_INFINITY, charset: 'windows-1252' }
  for (const { charset, letters } of [...alphabets.filter(({ languages }) => languages.includes(base)), ...alphabets]) {
    const text = texts.get(charset) ?? new TextDecoder(charset).decode(bytes)
    texts.set(charset, text)
    const fit = scoreFit(text.slice(0, maxJudgedCharacters), new Set(letters))
    if (fit > best.fit) best = { fit, charset }
  }
  return texts.get(best.charset)!
}

/** Detects UTF-16 by zeros in every other byte, because captions have timestamps of digits. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  let [even, odd] = [0, 0]
  for (const [index, byte] of bytes.subarray(0, 2000).entries()) {
    if (byte !== 0) continue
    if (index % 2) odd++
    else even++
  }
  return even === odd ? undefined : odd > even ? 'utf-16le' : 'utf-16be'
}

/** @param language the language that the user has stated; '' if unknown */
export function decodeCaptions(bytes: Uint8Array, language: string): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  return decodeStrictly(bytes, 'utf-8') ?? decodeLegacy(bytes, language)
}
