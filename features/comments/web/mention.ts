/** A mention being typed: where its `@` is, and the words after it. */
export interface TypedMention {
  start: number
  typed: string
}

const maxNicknameLength = 30

/** Finds the mention that ends at the caret. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const index = text.lastIndexOf('@', caret - 1)
  if (index < 0 || caret - index > maxNicknameLength + 1 || /[\p{L}\p{N}_]/u.test(text[index - 1] ?? ' ')) return undefined
  const typed = text.slice(index + 1, caret)
  return typed.includes('\n') ? undefined : { start: index, typed }
}

/** Replaces a typed mention with a nickname. */
export const withMention = (text: string, { start, typed }: TypedMention, nickname: string): string =>
  `${text.slice(0, start)}@${nickname} ${text.slice(start + 1 + typed.length).replace(/^ /, '')}`
