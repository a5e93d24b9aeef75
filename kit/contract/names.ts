/** Visible characters that Unicode counts as formatting, because they enclose the digits after them. */
const visibleFormatting = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}'

/** Scripts in which a joiner changes the word: Arabic, Syriac, N’Ko, Mongolian, and Indic scripts. */
const joiningScripts = `
  Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan
  Balinese Javanese
`
const joiningCharacters = `[${joiningScripts.trim().replaceAll(/(\w+)\s*/g, '\\p{sc=$1}')}]`

/** The parts of a combined emoji, such as a family, a flag, or a profession with a skin tone. */
const pictureCharacters = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]'

const lineBreakPattern = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const unseenCharacterPattern = new RegExp(
  [
    // Joiners and non-joiners that have no effect.
    `(?<!${joiningCharacters})\\u200C|\\u200C(?!${joiningCharacters})`,
    `(?<!${pictureCharacters}|${joiningCharacters})\\u200D|(?<=${pictureCharacters})\\u200D(?!${pictureCharacters})|(?<=${joiningCharacters})\\u200D(?!${joiningCharacters}|$|[\\s\\p{P}])`,
    // Invisible letters, except in the flags of regions, which consist of a black flag and such letters.
    `(?<!\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,8})[\\u{E0020}-\\u{E007F}]`,
    // Other invisible formatting characters, which reverse text, split words, or make different names look equal.
    `(?![\\u200C\\u200D\\u{E0020}-\\u{E007F}${visibleFormatting}])\\p{Cf}`,
  ].join('|'),
  'gu',
)

/** Maximum length for {@link normalize}: far more than any name has. */
const maxNormalizedLength = 1000

/**
 * `text.normalize(form)` for untrusted texts. Longer texts are returned unchanged, because sorting combining marks takes quadratic time:
 * seconds for 64 KB.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > maxNormalizedLength ? text : text.normalize(form)

/**
 * Cleans a name: one line, without characters that are invisible or change the reading direction. Keeps invisible
 * characters that scripts and emoji need.
 */
export const cleanName = (name: string): string => name.replaceAll(lineBreakPattern, ' ').replaceAll(unseenCharacterPattern, '')
