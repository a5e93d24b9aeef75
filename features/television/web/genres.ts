import { t } from './texts.ts'

/** Groups and kinds of programmes as lists and guides call them: most do so in English, whatever their language. */
const known = [
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
type Known = (typeof known)[number]
const words: ReadonlySet<string> = new Set(known)
const isKnown = (word: string): word is Known => words.has(word)

/** The name of a group or a kind of programme in the reader's language, where it is such a word; else as its list has it. */
export function genreName(name: string): string {
  const word = name.toLowerCase()
  return isKnown(word) ? t(`genre.${word}`) : name
}

/** The same of several that stand side by side: what two would both be called keeps the name that its list has. */
export function genreNames(names: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const name of names.map(genreName)) times.set(name, (times.get(name) ?? 0) + 1)
  return names.map((name) => (times.get(genreName(name)) === 1 ? genreName(name) : name))
}
