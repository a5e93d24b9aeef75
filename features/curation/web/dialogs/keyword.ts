const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Which texts have all words of a keyword in them, whatever their case and accents; without one all have. */
export function matcherOf(keyword: string): (text: string) => boolean {
  const words = folded(keyword).split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => folded(text).includes(word))
}
