/** Copies a substring, which would otherwise keep the whole text in memory. */
export const copySubstring = (text: string) =>
  text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le')
