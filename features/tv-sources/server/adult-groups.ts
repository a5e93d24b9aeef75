/** Detects adult groups of a list by their names, in the languages of lists. */

import { limits } from '../rules.ts'

/** Normalizes words for comparison: without accents, in lower case. */
const foldWords = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().normalize('NFC')
/** Returns a pattern that matches one of the given words, in lower case. A final `*` matches any ending. */
const joinPatterns = (patterns: readonly string[]) =>
  `(?:${patterns.map((pattern) => foldWords(pattern).replaceAll('*', '\\p{L}*')).join('|')})`

/** Patterns of whole words. */
const adultPatterns = [
  'adult', 'adults', 'adulte', 'adultes', 'adulto', 'adultos', 'adulta', 'adultas', 'adulti', 'adulten',
  'volwassen', 'volwassenen', 'erwachsene', 'erwachsenen', 'voksen', 'voksne', 'vuxen', 'vuxna', 'fullorðin*', 'aikuis*',
  'dorosł*', 'dorosl*', 'dospěl*', 'dospel*', 'felnőtt*', 'yetişkin*', 'odrasl*', 'täiskasvanu*', 'pieaugušo*', 'suaugusi*', 'të rritur',
  'взросл*', 'доросл*', 'възрастн*', 'одрасл*', 'возрасн*', 'дарослы*', 'ενηλικ*', 'dewasa', 'người lớn',
  'eroti*', 'éroti*', 'erotyk*', 'erotycz*', 'эроти*', 'ероти*', 'ερωτικ*', 'porn', 'porno*', 'pornhub', 'порно*', 'xxx*', 'x rated', 'hentai',
  'nsfw', 'sexe', 'sexo', 'sex', 'sexy', 'seks', 'секс*', 'playboy', 'hustler', 'brazzers', 'dorcel', 'penthouse', 'babestation', 'redlight',
  'mature audiences?', 'mature content', 'over 18', '18 only', '18 and over', '18 plus', '18plus', '18 ans', 'ab 18', 'fsk ?18', 'r ?18',
] // prettier-ignore
/** Words in scripts without spaces between words, or with prefixes, so that parts of words match too. */
const partPatterns = ['成人', '情色', 'アダルト', '성인', 'ผู้ใหญ่', 'वयस्क', 'للكبار', 'للبالغين', 'מבוגרים', '18禁']

/** Phrases in which the words above have another meaning. */
const harmlessPatterns = [
  'adult swim', 'adult (?:contemporary|hits?|alternative|album|standards?|rock|pop|urban|r&b|r n b|jazz|soul|oldies|top \\d+|orient(?:ed|ated)|music|radio)',
  'adult (?:education|learning|literacy|animation|animated|cartoons?|comedy)', 'adult[aeo]?s? contempor*', 'young adults?', 'new adults?',
  'jeunes? adultes?', 'jovens adultos', 'jóvenes adultos', 'jonge? volwassenen?', 'junge erwachsene', 'giovani adulti', 'adultos mayores',
  'educa(?:ción|ção|cion) (?:de |para )?(?:jovens e )?adultos', 'sex education', 'sex and the city', 'bowl xxx', 'non[ -]adults?', 'no adults?',
] // prettier-ignore

const wordBoundary = { before: '(?<![\\p{L}\\p{N}])', after: '(?![\\p{L}\\p{N}])' }
const harmlessWordPattern = new RegExp(`${wordBoundary.before}${joinPatterns(harmlessPatterns)}${wordBoundary.after}`, 'gu')
const adultWordPattern = new RegExp(
  `${wordBoundary.before}${joinPatterns(adultPatterns)}${wordBoundary.after}|${joinPatterns(partPatterns)}`,
  'u',
)
/** `18+`, `+18`, `(18 +)`; not `CANAL+ 18`, `118+` or `18+2`. */
const adultAgePattern = /(?<![\p{L}\p{N}+])(?:\+ ?(?:18|19|21)(?![\p{L}\p{N}])|(?:18|19|21) ?\+(?! ?[\p{N}+]))/u

export function isAdultGroup(name: string): boolean {
  // Separators count as spaces, as in `NEWS_18+` and `x-rated`.
  const plain = foldWords(name.slice(0, limits.name))
  const text = plain.replaceAll(/[_\-.]+/g, ' ').replaceAll(harmlessWordPattern, ' ')
  return adultWordPattern.test(text) || adultAgePattern.test(plain.replaceAll('_', ' '))
}
