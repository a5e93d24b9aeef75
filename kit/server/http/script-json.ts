/** Escapes JSON for a script element. Uses patterns without a callback, so that a text full of `<` costs no more than a copy. */
export const escapeScriptJson = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** Returns the byte length of {@link escapeScriptJson} without building it. */
export function scriptJsonBytes(json: string): number {
  let bytes = Buffer.byteLength(json)
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (code === 0x3c) bytes += 5
    else if (code === 0x2028 || code === 0x2029) bytes += 3
  }
  return bytes
}
