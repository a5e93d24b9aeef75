const seen = /[^\p{C}\p{Z}\p{DI}\u2800]/u

/** Can something of a text be seen? Spaces, control and joining signs can't, nor letters that stand for none (Hangul fillers, the empty Braille cell). */
export const isVisible = (text: string): boolean => seen.test(text)
