/** A line of a wall: the index of its first item, and the number of its items. */
export interface Line {
  first: number
  length: number
}

/** Splits a wall's items into lines. @param tops distance of each item from the top of the wall, in px */
export function splitIntoLines(tops: readonly number[]): Line[] {
  const lines: Line[] = []
  for (const [index, top] of tops.entries()) {
    const line = lines.at(-1)
    if (line && tops[line.first] === top) line.length++
    else lines.push({ first: index, length: 1 })
  }
  return lines
}
