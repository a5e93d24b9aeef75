/** A mention being typed: where its `@` is, and the words after it. */
export interface TypedMention {
  at: number
  words: string
}

const maxNickname = 30

/** Finds the mention that ends at the caret. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const index = text.lastIndexOf('@', caret - 1)
  if (index < 0 || caret - index > maxNickname + 1 || /[\p{L}\p{N}_]/u.test(text[index - 1] ?? ' ')) return undefined
  const words = text.slice(index + 1, caret)
  return words.includes('\n') ? undefined : { at: index, words }
}

/** Replaces a typed mention by a nickname. */
export const withMention = (text: string, { at, words }: TypedMention, nickname: string): string =>
  `${text.slice(0, at)}@${nickname} ${text.slice(at + 1 + words.length).replace(/^ /, '')}`
