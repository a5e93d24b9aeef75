import { t } from './texts.ts'

/** Names of groups and categories in lists and guides. Most sources use English names, even for programmes in other languages. */
const knownNames = [
  'animation',
  'auto',
  'business',
  'children',
  'classic',
  'comedy',
  'cooking',
  'culture',
  'documentary',
  'education',
  'entertainment',
  'family',
  'film',
  'general',
  'kids',
  'legislative',
  'lifestyle',
  'local',
  'movies',
  'music',
  'nature',
  'news',
  'night',
  'outdoor',
  'public',
  'radio',
  'region',
  'regional',
  'relax',
  'religious',
  'science',
  'series',
  'shop',
  'sport',
  'sports',
  'talk',
  'travel',
  'weather',
] as const
type KnownGenre = (typeof knownNames)[number]
const genreNameSet: ReadonlySet<string> = new Set(knownNames)
const isKnown = (word: string): word is KnownGenre => genreNameSet.has(word)

/** Translates a group or category to the reader's language, if it is known. */
export function genreName(name: string): string {
  const word = name.toLowerCase()
  return isKnown(word) ? t(`genre.${word}`) : name
}

/** Translates several names that are shown together. If two translations are equal, both names stay untranslated. */
export function genreNames(names: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const name of names.map(genreName)) times.set(name, (times.get(name) ?? 0) + 1)
  return names.map((name) => (times.get(genreName(name)) === 1 ? genreName(name) : name))
}
