/** Finds the words of a keyword in a text, to mark them. Compares as the search does. */
import { keywordTokens, cjkPattern, foldText, otherSpellings, separatorPattern, findStem } from '../tokens.ts'

export interface TextPart {
  text: string
  isMarked: boolean
}
/** Start and end in the text. */
type Range = readonly [start: number, end: number]
interface Token {
  text: string
  /** Whether this is the last word of the keyword, which may be the beginning of a word. */
  isBeginning: boolean
}

const innerSignPattern = /[-.'/&@$%]/
/** Signs that separate the parts of a word. */
const wordPartSignPattern = /[-.'/&@$%+#]/
const accentPattern = /^\p{M}$/u

const toTokens = (spelling: readonly string[]): Token[] =>
  spelling.map((text, index) => ({ text, isBeginning: index === spelling.length - 1 && !cjkPattern.test(text) }))

interface Letter {
  /** Start and end in the text. */
  from: number
  to: number
  raw: string
  /** The folded letter, as it is compared; empty for signs and accents. */
  folded: string
}

/** Returns the letters of a word at an index of the text. */
function lettersOf(word: string, start: number): Letter[] {
  let from = start
  return Array.from(word, (raw) => {
    const plain = foldText(raw)
    const letter = { from, to: from + raw.length, raw: plain || raw, folded: innerSignPattern.test(plain) ? '' : plain }
    from = letter.to
    return letter
  })
}

/** Returns the index after the token if the letters from `start` begin with it. */
function endOf(token: string, letters: readonly Letter[], start: number): number | undefined {
  let read = ''
  let index = start
  for (; index < letters.length && read.length < token.length; index++) read += letters[index]!.folded
  if (read.length < token.length || !read.startsWith(token)) return undefined
  while (index < letters.length && accentPattern.test(letters[index]!.raw)) index++
  return index
}

/** Includes the last dot of an abbreviation, such as R.E.M., in the range. */
const includeAbbreviationDot = (letters: readonly Letter[], start: number, end: number) =>
  letters[end]?.raw === '.' && letters.slice(start, end).some(({ raw }) => raw === '.') ? end + 1 : end

const isBoundary = (letters: readonly Letter[], index: number) => index >= letters.length || wordPartSignPattern.test(letters[index]!.raw)

function rangesInWord(word: string, start: number, tokens: readonly Token[]): Range[] {
  const letters = lettersOf(word, start)
  const isStart = (index: number) => letters[index]!.folded !== '' && (index === 0 || wordPartSignPattern.test(letters[index - 1]!.raw))
  return letters.flatMap((letter, index) => {
    if (!isStart(index)) return []
    const nextSign = letters.findIndex(({ raw }, next) => next > index && wordPartSignPattern.test(raw))
    const partEnd = nextSign < 0 ? letters.length : nextSign
    const part = letters
      .slice(index, partEnd)
      .map(({ folded }) => folded)
      .join('')
    return tokens.flatMap(({ text, isBeginning }): Range[] => {
      const end = endOf(text, letters, index)
      if (end !== undefined && (isBeginning || isBoundary(letters, end)))
        return [[letter.from, letters[includeAbbreviationDot(letters, index, end) - 1]!.to]]
      return findStem(part) === findStem(text) ? [[letter.from, letters[partEnd - 1]!.to]] : []
    })
  })
}

/** Returns the ranges of tokens in Chinese, Japanese or Korean text. Tokens may start anywhere, because words have no spaces. */
function rangesOfPairs(text: string, tokens: readonly Token[]): Range[] {
  return tokens.flatMap(({ text: token }) => {
    const results: Range[] = []
    if (cjkPattern.test(token))
      for (let offset = text.indexOf(token); offset >= 0; offset = text.indexOf(token, offset + 1))
        results.push([offset, offset + token.length])
    return results
  })
}

/** Splits a text into parts, of which those in the keyword are marked. */
export function markWords(text: string, keyword: string): TextPart[] {
  const tokens = [keywordTokens(keyword), ...otherSpellings(keyword)].flatMap(toTokens)
  const ranges = rangesOfPairs(text, tokens)
  let start = 0
  for (const word of text.split(new RegExp(`(${separatorPattern.source})`, 'u'))) {
    if (!separatorPattern.test(word)) ranges.push(...rangesInWord(word, start, tokens))
    start += word.length
  }
  const parts: TextPart[] = []
  let textEnd = 0
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (to <= textEnd) continue
    const last = parts.at(-1)
    if (from > textEnd) parts.push({ text: text.slice(textEnd, from), isMarked: false })
    // Joins overlapping ranges to one part.
    if (last?.isMarked && from <= textEnd) last.text += text.slice(textEnd, to)
    else parts.push({ text: text.slice(Math.max(from, textEnd), to), isMarked: true })
    textEnd = to
  }
  if (textEnd < text.length) parts.push({ text: text.slice(textEnd), isMarked: false })
  return parts
}
