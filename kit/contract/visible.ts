const visiblePattern = /[^\p{C}\p{Z}\p{DI}\p{M}\u2800]/u

/**
 * Whether the text has a visible character. Spaces, control characters, joiners and fillers (Hangul fillers, the empty Braille cell) are
 * invisible. Accents without a letter don't count either.
 */
export const isVisible = (text: string): boolean => visiblePattern.test(text)
