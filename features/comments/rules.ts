/** Limits and rules of comments, for server and web. */
export const limits = {
  /** Characters of a comment. */
  text: 1000,
  /** Comments on one item. */
  comments: 500,
  /** Comments that one user writes or edits in a minute. */
  perMinute: 30,
  /** Counts of an item's comments stop at this number. */
  counted: 100,
} as const

/** Things that members comment on. */
export const itemTypes = ['video', 'serie'] as const
export type ItemType = (typeof itemTypes)[number]

/** Things used in example calls. */
export const commentsExamples = {
  commentedChannel: 'Cc3Jw8PdY6t',
  commentedVideo: 'Cv3Jw8PdY6t',
  comment: 'Cm3Jw8PdY6t',
} as const

const isWordPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(letter)
/** Lower-cases each letter, except those whose lower case is longer. Indexes in the text thus stay the same. */
const foldWords = (words: string) =>
  words.replaceAll(/./gu, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  })

/** A part of a text that names someone. */
export interface Mention<Person> {
  person: Person
  start: number
  end: number
}

/** Normalizes a text, so that differently encoded accents match. Indexes of mentions refer to this form. */
export const normalizeMentionText = (text: string) => text.normalize('NFC')

/** Finds the people whom a text in {@link normalizeMentionText} names as `@nickname`. If several nicknames match, the longest one counts. */
export function findMentions<Person extends { nickname: string | null }>(text: string, people: readonly Person[]): Mention<Person>[] {
  const words = foldWords(text)
  const longestFirst = people
    .flatMap((person) => (person.nickname === null ? [] : [{ person, name: `@${foldWords(normalizeMentionText(person.nickname))}` }]))
    .toSorted((a, b) => b.name.length - a.name.length)
  const results: Mention<Person>[] = []
  for (let offset = words.indexOf('@'); offset >= 0; offset = words.indexOf('@', offset + 1)) {
    if (isWordPart(words[offset - 1])) continue
    const mentioned = longestFirst.find(({ name }) => words.startsWith(name, offset) && !isWordPart(words[offset + name.length]))
    if (mentioned) results.push({ person: mentioned.person, start: offset, end: offset + mentioned.name.length })
  }
  return results
}
