/** Copies a substring, because V8 keeps the whole text in memory for a substring that isn't copied. */
export const copySubstring = (text: string) =>
  text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le')
