/** Splits texts into tokens. Indexing and searching use the same rules. */

/** Letters that normalisation doesn't decompose, with their replacements. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
}

/** Folds a text: removes accents and capitals, and replaces signs with plain ones. */
export const foldText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[ßøłđðþæœħıŋ]/g, (letter) => foldedLetters[letter]!)
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')

/**
 * Chinese, Japanese and Korean characters. Words have no spaces there, so tokens are pairs of characters. Normalisation decomposes Korean.
 */
export const cjkPattern = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]/u
const cjkRunPattern = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+/gu

/** Characters between words. */
export const separatorPattern = /[\s,;:!?()[\]{}"“”«»<>|=~^*_\\…·•]+/u

/** Matches signs that may be within a word: Spider-Man, R.E.M., AC/DC, don't. */
const innerSignPattern = /[-.'/&@$%]+/g
const maxLength = 40
const maxTokens = 64

const splitWords = (text: string): string[] =>
  foldText(text)
    .normalize('NFC')
    .replaceAll(cjkRunPattern, ' $& ')
    .split(separatorPattern)
    // Removes signs at the start and end of a word, except + and # at its end: C++, F#.
    .map((word) => word.replace(/^[-.'/&@$%+#]+/, '').replace(/[-.'/&@$%]+$/, ''))
    .filter((word) => word !== '' && word.length <= maxLength)

const pairsOf = (run: string): string[] => {
  const characters = Array.from(run)
  return characters.length === 1 ? characters : characters.slice(1).map((character, index) => characters[index]! + character)
}

/** Splits a word at its punctuation. Single letters of an abbreviation (R.E.M.) don't count. */
function partsOf(word: string): string[] {
  const parts = word.split(/[-.'/&@$%+#]+/).filter(Boolean)
  return parts.length === 1 || parts.some((part) => part.length > 1) ? parts : []
}

const distinctTokens = (tokens: readonly string[]) => [...new Set(tokens)].slice(0, maxTokens)

/** Returns the tokens under which a text is found, at most 64: its words without punctuation, and their parts. */
export const tokenize = (text: string): string[] =>
  distinctTokens(
    splitWords(text).flatMap((word) =>
      cjkPattern.test(word) ? [...pairsOf(word), ...Array.from(word)] : [word.replaceAll(innerSignPattern, ''), ...partsOf(word)],
    ),
  )

/** Returns the tokens that a thing must have for a keyword. The last token may be the beginning of a word. */
export const keywordTokens = (keyword: string): string[] =>
  distinctTokens(splitWords(keyword).flatMap((word) => (cjkPattern.test(word) ? pairsOf(word) : [word.replaceAll(innerSignPattern, '')])))

/** Words that are also written as `&`. Keywords without them match too. */
const linkingWords = ['and', 'en']

/** Returns other spellings of a keyword: without “and”, with words divided at signs, and with two words as one. */
export function otherSpellings(keyword: string): string[][] {
  const wholeTokens = keywordTokens(keyword)
  const words = splitWords(keyword).filter((word) => !cjkPattern.test(word))
  const partTokens = distinctTokens(
    words.flatMap((word) => (partsOf(word).length > 1 ? partsOf(word) : [word.replaceAll(innerSignPattern, '')])),
  )
  const joined = wholeTokens
    .slice(1)
    .map((token, index) => [...wholeTokens.slice(0, index), wholeTokens[index]! + token, ...wholeTokens.slice(index + 2)])
  const unlinked = wholeTokens.filter((token) => !linkingWords.includes(token))
  const isLinked = unlinked.length > 0 && unlinked.length < wholeTokens.length
  return [...(isLinked ? [unlinked] : []), ...(partTokens.length > wholeTokens.length ? [partTokens] : []), ...joined.slice(0, 3)]
}

/** Whether a keyword is long enough: 3 characters, a letter with a sign (C#), or one Chinese, Japanese or Korean character. */
export const isLongEnough = (keyword: string): boolean =>
  Array.from(keyword.trim().normalize('NFC')).length >= 3 ||
  cjkPattern.test(keyword) ||
  keywordTokens(keyword).some((token) => /[+#]$/.test(token))

/** Whether anything can match a keyword. Signs alone match nothing. */
export const isSearchable = (keyword: string): boolean => keywordTokens(keyword).length > 0

/**
 * Returns the stem of a Dutch or English word: removes a plural ending, and makes double letters single. Different words may have the same
 * stem.
 */
export function findStem(token: string): string {
  if (token.length < 4 || /\d/.test(token) || cjkPattern.test(token)) return token
  const stem = token
    .replace(/ies$/, 'ie')
    .replace(/(?:eren|en|es|e)$/, '')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/(?<=.{3})s$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/([aeou])\1(?=[b-df-hj-np-tv-z]$)/, '$1')
    .replace(/y$/, 'i')
    .replace(/(?<=[eo])i$/, '')
  return stem.length >= 3 ? stem : token
}

/** Number of first letters of a token that count in a signature. */
const signatureLetters = 3
const signatureBits = 63

/** Returns two bits for a beginning. Few beginnings share both bits with another one, although many share the first bit. */
function bitsOf(beginning: string): { first: bigint; both: bigint } {
  let hash = 7
  for (let index = 0; index < beginning.length; index++) hash = (hash * 31 + beginning.charCodeAt(index)) % 1_000_003
  const first = 1n << BigInt(hash % signatureBits)
  return { first, both: first | (1n << BigInt(Math.floor(hash / signatureBits) % signatureBits)) }
}

const createBeginningBits = (tokens: readonly string[]) => [...new Set(tokens.map((token) => token.slice(0, signatureLetters)))].map(bitsOf)

/**
 * Returns a number with bits for the first three letters of each token. A text that lacks a bit of a token doesn't have the token. It also
 * has no word that begins with a token of three letters or more. Signatures are negative. Signatures of former versions are positive and
 * have only the first bits. Returned as text, because a double can't hold 64 bits.
 */
export const createSignature = (tokens: readonly string[]): string =>
  String(createBeginningBits(tokens).reduce((bits, { both }) => bits | both, -1n << BigInt(signatureBits)))

/** Bits that a text must have if it contains one of several words. */
export interface SignatureMasks {
  /** The text must have at least one of these bits. */
  mask: string
  /** A text with a negative signature must also have all bits of at least one of these pairs. */
  pairs: string[]
}

/** Returns the masks of words. @param isBeginning whether words that begin with `token` match too */
export function createSignatureMasks(token: string, isBeginning: boolean, words: readonly string[]): SignatureMasks {
  if (isBeginning && token.length < signatureLetters) return { mask: '-1', pairs: ['0'] }
  const beginnings = createBeginningBits([token, ...words])
  return { mask: String(beginnings.reduce((bits, { first }) => bits | first, 0n)), pairs: beginnings.map(({ both }) => String(both)) }
}
