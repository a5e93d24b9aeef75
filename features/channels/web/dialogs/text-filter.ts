const foldText = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Returns a filter for texts that contain all words of a keyword, ignoring case and accents. An empty keyword matches every text. */
export function createTextFilter(keyword: string): (text: string) => boolean {
  const words = foldText(keyword).split(/\s+/).filter(Boolean)
  return (text) => words.every((word) => foldText(text).includes(word))
}
