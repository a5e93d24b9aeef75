/** Signs that are seen although Unicode counts them as formatting: they stand over or around the digits that follow. */
const visibleFormatting = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}'

/** Scripts in which joining or parting two letters makes another word: Arabic, Syriac, N’Ko, Mongolian, and those of India and around it. */
const joiningScripts = `
  Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan
  Balinese Javanese
`
const joining = `[${joiningScripts.trim().replaceAll(/(\w+)\s*/g, '\\p{sc=$1}')}]`

/** Parts of one picture: a family, a flag, a profession with a colour of skin. */
const picture = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]'

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const unseen = new RegExp(
  [
    // A joiner or its opposite where it has no effect.
    `(?<!${joining})\\u200C|\\u200C(?!${joining})`,
    `(?<!${picture}|${joining})\\u200D|(?<=${picture})\\u200D(?!${picture})|(?<=${joining})\\u200D(?!${joining}|$|[\\s\\p{P}])`,
    // Flags of parts of a country are a black flag with letters that are not seen.
    `(?<!\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,8})[\\u{E0020}-\\u{E007F}]`,
    // Everything else that formats and is not seen: it turns the reading direction around, parts words, or makes two names look the same.
    `(?![\\u200C\\u200D\\u{E0020}-\\u{E007F}${visibleFormatting}])\\p{Cf}`,
  ].join('|'),
  'gu',
)

/** Characters that {@link normalize} takes: far more than any name has. */
const maxNormalized = 1000

/**
 * `text.normalize(form)` for texts of strangers. Sorting combining marks takes quadratic time (seconds for 64 KB), so a longer text is
 * returned as it is.
 */
export const normalize = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > maxNormalized ? text : text.normalize(form)

/**
 * A name as it is kept: on one line, without signs that are not seen or that change how the rest is read. What scripts and emoji need
 * stays.
 */
export const cleanName = (name: string): string => name.replaceAll(lineBreaks, ' ').replaceAll(unseen, '')
