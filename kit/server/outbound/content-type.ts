/** Parses a `Content-Type` header: the media type in lower case ('' if missing), and its charset. */
export function parseContentType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.slice(0, 1000).split(';')
  const value = parameters.map((parameter) => parameter.trim()).find((parameter) => /^charset=/i.test(parameter))
  return { type: type.trim().toLowerCase(), charset: value && /^charset=["']?([\w:.-]+)/i.exec(value)?.[1] }
}
