const windows1252Characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Decodes by byte order mark, else as UTF-8 if valid, else as UTF-16 by its zero bytes, else as windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const decode = (label: string, fatal = false) => new TextDecoder(label, { fatal }).decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
  const beginning = bytes.subarray(0, 400)
  const zeros = [0, 1].map((remainder) => beginning.filter((byte, index) => byte === 0 && index % 2 === remainder).length)
  if (zeros[1]! > beginning.length / 4) return decode('utf-16le')
  if (zeros[0]! > beginning.length / 4) return decode('utf-16be')
  try {
    return decode('utf-8', true)
  } catch {
    // For the bytes 0x80 to 0x9F, Node's decoder wrongly returns control characters instead of those of windows-1252.
    return decode('latin1').replaceAll(/[\u0080-\u009f]/g, (sign) => windows1252Characters[sign.charCodeAt(0) - 0x80]!)
  }
}

/** Splits lines at any line ending, numbered from 1. */
export const splitLines = (text: string): { line: number; text: string }[] =>
  text.split(/\r\n|\r|\n/).map((item, index) => ({ line: index + 1, text: item.trim() }))
