/** What YouTube gives of playlists and subscriptions: CSV, with headings in the language of whoever asked for it. */
import type { Collector } from './imported.ts'

interface Row {
  line: number
  cells: string[]
}

/** RFC 4180: cells may hold commas, quotes and line ends. */
function rowsOf(text: string): Row[] {
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
    else if (sign === ',') {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length) endRow()
  return rows
}

/** With the day on which it was added beside it. */
const isVideo = ({ cells: [id = '', ...others] }: Row) =>
  /^[\w-]{11}$/.test(id.trim()) && others.some((cell) => /^\s*\d{4}-\d\d-\d\d/.test(cell))
const isChannel = ({ cells }: Row) => /^UC[\w-]{22}$/.test(cells[0]?.trim() ?? '')
/** An older form has the playlist itself in the first two lines. */
const playlistId = /^(?:PL|FL|LL|WL|UU)[\w-]*$/

export function isTakeout(text: string): boolean {
  const rows = rowsOf(text.slice(0, 20_000)).slice(0, 50)
  const found = rows.filter((row) => isVideo(row) || isChannel(row)).length
  return found > 0 && found >= (rows.length - 12) / 2
}

/** @param fileName without its ending: what YouTube calls the playlist */
export function readTakeout(text: string, { add, skip }: Collector, fileName?: string): void {
  let name = fileName?.replace(/[-_ ]*(?:videos|video's)$/i, '')
  let hasBegun = false
  for (const row of rowsOf(text)) {
    const { line, cells } = row
    const [id = '', url = '', title = ''] = cells.map((cell) => cell.trim())
    if (isChannel(row)) {
      hasBegun = true
      add({ series: name, src: /^https?:/.test(url) ? url : `https://www.youtube.com/channel/${id}`, title, line })
    } else if (isVideo(row)) {
      hasBegun = true
      add({ series: name, src: `https://www.youtube.com/watch?v=${id}`, line })
    } else if (!hasBegun && playlistId.test(id)) name = cells[4]?.trim() || name
    else if (hasBegun && cells.some((cell) => cell.trim() !== '')) skip(line, cells.join(','))
  }
}
