const visiblePattern = /[^\p{C}\p{Z}\p{DI}\u2800]/u

/**
 * Whether the text has a visible character. Spaces, control characters, joiners and fillers (Hangul fillers, the empty Braille cell) are
 * invisible.
 */
export const isVisible = (text: string): boolean => visiblePattern.test(text)
