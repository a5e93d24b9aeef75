/** Limits and rules of comments, for server and web. */
export const limits = {
  /** Characters. */
  text: 1000,
  /** Comments on one item. */
  comments: 500,
  /** Comments that one user writes or edits in a minute. */
  perMinute: 30,
  /** Comments of an item are counted up to this number. */
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
const fold = (words: string) => words.normalize('NFC').toLowerCase()

/** Returns the people whom a text names as `@nickname`. Of nicknames that begin alike, the longest counts. */
export function findMentions<Person extends { nickname: string | null }>(text: string, people: readonly Person[]): Person[] {
  const words = fold(text)
  const byLength = people
    .flatMap((person) => (person.nickname === null ? [] : [{ person, name: `@${fold(person.nickname)}` }]))
    .toSorted((one, other) => other.name.length - one.name.length)
  const found = new Set<Person>()
  for (let at = words.indexOf('@'); at >= 0; at = words.indexOf('@', at + 1)) {
    if (isWordPart(words[at - 1])) continue
    const mention = byLength.find(({ name }) => words.startsWith(name, at) && !isWordPart(words[at + name.length]))
    if (mention) found.add(mention.person)
  }
  return [...found]
}
