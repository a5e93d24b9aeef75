/** A part of a longer text keeps all of that in memory; its copy doesn't. */
export const copyOf = (text: string) =>
  text.isWellFormed() ? Buffer.from(text).toString() : Buffer.from(text, 'utf16le').toString('utf16le')
