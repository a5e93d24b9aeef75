export interface Row {
  line: number
  cells: string[]
}

/** Parses CSV (RFC 4180): cells may contain delimiters, quotes and line breaks. */
export function rowsOf(text: string, delimiter = ','): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRow = () => {
    rows.push({ line: begun, cells: [...cells, cell] })
    cells = []
    cell = ''
    begun = line
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\n') line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length) endRow()
  return rows
}
