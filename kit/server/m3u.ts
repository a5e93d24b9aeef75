/** Lines of M3U lists, as players, Kodi and VLC write them: what stands in each. What it means is for whoever reads the list to say. */
export type Attributes = Partial<Record<string, string>>

const maxAttributes = 64

const attribute = /\s*([a-z][\w-]*)=(?:"([^"]*)"|([^\s",]*))/iy

/** `key="value"` one after the other, from `at`. @returns them by their names in lower case, and where they end */
export function readAttributes(line: string, at: number): { attributes: Attributes; end: number } {
  const attributes: Attributes = {}
  attribute.lastIndex = at
  let end = at
  for (let count = 0; count < maxAttributes; count++) {
    const found = attribute.exec(line)
    if (!found) break
    const [, key = '', quoted, bare] = found
    attributes[key.toLowerCase()] = (quoted ?? bare ?? '').trim()
    end = attribute.lastIndex
  }
  return { attributes, end }
}

export type M3uLine =
  /** What is said of the address that comes next. `seconds` is -1 where nothing is said, and mostly for what is live. */
  | { is: 'entry'; seconds: number; attributes: Attributes; title: string }
  /** `#EXTGRP` and its like, in capitals, and what stands behind it. */
  | { is: 'tag'; tag: string; rest: string }
  | { is: 'address'; text: string }

function readEntry(rest: string): M3uLine {
  const [whole = '', seconds] = /^:?\s*(-?\d{1,9}(?:\.\d{1,6})?)?/.exec(rest) ?? []
  const { attributes, end } = readAttributes(rest, whole.length)
  const comma = rest.indexOf(',', end)
  return { is: 'entry', seconds: Number(seconds ?? -1), attributes, title: comma < 0 ? '' : rest.slice(comma + 1) }
}

/** @returns undefined for an empty line */
export function readM3uLine(given: string): M3uLine | undefined {
  const line = given.trim()
  if (!line) return undefined
  if (!line.startsWith('#')) return { is: 'address', text: line }
  const [tag = ''] = /^#[A-Za-z0-9-]+/.exec(line) ?? []
  const rest = line.slice(tag.length)
  return tag.toUpperCase() === '#EXTINF' ? readEntry(rest) : { is: 'tag', tag: tag.toUpperCase(), rest }
}
