/** Tables (CSV and variants) of other products, with columns detected by heading and content. */
import { type Collector, isWebAddress } from './imported.ts'

export interface TableRow {
  line: number
  cells: string[]
}

/** Parses CSV (RFC 4180): cells may contain delimiters, quotes and line breaks. */
export function parseCsv(text: string, delimiter = ','): TableRow[] {
  const rows: TableRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let rowStart = 1
  const endRow = () => {
    rows.push({ line: rowStart, cells: [...cells, cell] })
    cells = []
    cell = ''
    rowStart = line
  }
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!
    if (sign === '\n') line++
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[index + 1] === '"') cell += text[index++]
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

type Column = 'src' | 'videoId' | 'title' | 'series' | 'description' | 'duration'

/** Headings in English and in languages of translated exports, the preferred ones first. */
const columnHeadings: Record<Exclude<Column, 'videoId'>, RegExp[]> = {
  src: [
    /^(?:(?:video|channel|page|article|source|web|bookmark|item|media|stream|watch|original|resolved|given|full) ?)?(?:url|uri|link|href|web ?address|address)$/,
    /^(?:web ?site|permalink|adres|adresse|lien|enlace|indirizzo|collegamento|koppeling|endereço|dirección|ссылка|адрес|リンク|链接|網址|网址)$/,
  ],
  title: [
    /^(?:(?:video|page|article|document|item|bookmark|channel|link) ?)?(?:title|titel|titre|título|titolo|tytuł|headline|заголовок|название|タイトル|标题|標題)$/,
    /^(?:(?:video|channel|item|link) ?)?(?:name|naam|nom|nombre|nome|nazwa|label|subject|text)$/,
    /(?:title|titel|titre|name|naam)$/,
  ],
  series: [
    /^(?:folder|playlist|collection|category|group|list|series|section|board|genre)(?: ?(?:name|title|path))?$/,
    /^(?:map|groep|categorie|catégorie|afspeellijst|verzameling|lijst|reeks|rubriek|ordner|kategorie|gruppe|liste|dossier|groupe|carpeta|categoría|categoria|grupo|lista|cartella|папка|категория)$/,
  ],
  description: [
    /^(?:description|summary|excerpt|beschrijving|omschrijving|samenvatting|beschreibung|descripción|descrição|descrizione|описание)$/,
    /^(?:notes?|comments?|selection|notitie|opmerking|highlight)$/,
  ],
  duration: [/^(?:duration|length|length ?seconds|duur|dauer|durée|duración|durata|duração)(?: ?\(?s(?:ec(?:onds)?)?\)?)?$/],
}
/** Headings of picture addresses. */
const pictureHeadings =
  /image|cover|thumb|picture|icon|avatar|logo|poster|banner|screenshot|artwork|afbeelding|vignette|bild|imagen|immagine|feed|author|uploader/
const videoIdPattern = /^(?:youtube )?video ?id$/
const isVideoId = (cell: string) => /^[\w-]{11}$/.test(cell)
const isText = (cell: string) => /\p{L}/u.test(cell) && !isWebAddress(cell) && !/^\d{4}-\d\d-\d\d/.test(cell)

interface Table {
  delimiter: string
  columns: Partial<Record<Column, number | undefined>>
  /** Headings in lower case; empty if the table has none. */
  headings: string[]
  /** Index of the first data row. */
  first: number
}

const delimiters = [',', ';', '\t', '|']
const sniffedChars = 20_000
const headingOf = (cell: string) => cell.trim().toLowerCase().replaceAll(/[_-]+/g, ' ')
const isBlank = ({ cells }: TableRow) => cells.every((cell) => /^\s*:?-*:?\s*$/.test(cell))

/** Detects a table from the beginning of a text; undefined if the text isn't a table. */
export function findTable(text: string): Table | undefined {
  if (/,\s*#genre#/i.test(text.slice(0, sniffedChars))) return undefined
  for (const delimiter of delimiters) {
    const rows = parseCsv(text.slice(0, sniffedChars), delimiter)
    // Drops the last row, as it may be incomplete.
    if (text.length > sniffedChars && rows.length > 2) rows.pop()
    const first = rows.findIndex((row) => !isBlank(row) && !/^sep=/i.test(row.cells[0]!))
    const result = first === -1 ? undefined : columnsOf(rows.slice(first), delimiter)
    if (result) return { ...result, delimiter, first: first + (result.headings.length > 0 ? 1 : 0) }
  }
  return undefined
}

function columnsOf([head, ...otherRows]: TableRow[], delimiter: string): Pick<Table, 'columns' | 'headings'> | undefined {
  const width = head!.cells.length
  if (width < 2) return undefined
  const hasHeadings = !head!.cells.some((cell) => isWebAddress(cell))
  const rows = [...(hasHeadings ? [] : [head!]), ...otherRows].filter((row) => !isBlank(row))
  if (rows.length === 0 || rows.filter(({ cells }) => cells.length === width).length * 2 <= rows.length) return undefined
  const names = hasHeadings ? head!.cells.map(headingOf) : []
  const columns: Table['columns'] = {}
  const indexes = [...Array(width).keys()]
  /** Counts the matching cells of a column. */
  const count = (column: number, fits: (cell: string) => boolean) => rows.filter(({ cells }) => fits((cells[column] ?? '').trim())).length
  const countFilled = (column: number) => count(column, (cell) => cell !== '')
  const isMajority = (column: number, fits: (cell: string) => boolean) =>
    count(column, fits) * 2 > countFilled(column) && countFilled(column) > 0
  const findByHeading = (column: Exclude<Column, 'videoId'>, isFree: (index: number) => boolean) =>
    columnHeadings[column]
      .map((heading) => indexes.find((index) => heading.test(names[index] ?? '') && isFree(index)))
      .find((index) => index !== undefined)

  const links = indexes.filter((index) => isMajority(index, isLink) && !pictureHeadings.test(names[index] ?? ''))
  columns.src = findByHeading('src', (index) => links.includes(index)) ?? links.toSorted((a, b) => count(b, isLink) - count(a, isLink))[0]
  if (columns.src === undefined)
    columns.videoId = indexes.find((index) => videoIdPattern.test(names[index] ?? '') && isMajority(index, isVideoId))
  if (columns.src === undefined && columns.videoId === undefined) {
    const isTable = columnHeadings.title.some((heading) => names.some((name) => heading.test(name)))
    // A table with titles must have a column of bare addresses. Two columns without it may be a list of links.
    if (isTable && width > 2) throw new Error('the table has no column of addresses')
    return undefined
  }
  // A text without headings may be a list of links, with commas in addresses, or with several links in a line.
  if (!hasHeadings && ((delimiter === ',' && columns.src === 0) || rows.some(({ cells }) => cells.some(containsLink)))) return undefined

  const isFree = (index: number) => !Object.values(columns).includes(index)
  for (const column of ['series', 'description', 'duration', 'title'] as const) columns[column] = findByHeading(column, isFree)
  columns.title ??= indexes.find(
    (index) => isFree(index) && isMajority(index, isText) && !(names[index] && /tag|status|state|type|id$/.test(names[index])),
  )
  return { columns, headings: names }
}

const isLink = (cell: string) => isWebAddress(cell) && !/\s/.test(cell)

/** Whether a cell contains an address within other text. */
const containsLink = (cell: string) => /https?:\/\//i.test(cell) && !isLink(cell.trim())

/** Parses "75", "1:15" and "1:02:03" to seconds. */
export function readDuration(text: string): number | undefined {
  const parts = /^\d+(?:\.\d+)?$|^(?:\d+:)?\d{1,2}:\d{2}$/.test(text.trim()) ? text.trim().split(':') : []
  return parts.length > 0 ? parts.reduce((sum, part) => 60 * sum + Number(part), 0) : undefined
}

/** @param name default name of the series */
export function readTable(text: string, { delimiter, columns, first }: Table, { add, skip }: Collector, name?: string): void {
  for (const { line, cells } of parseCsv(text, delimiter).slice(first)) {
    const cell = (column: Column) => cells[columns[column] ?? -1]?.trim() || undefined
    if (isBlank({ line, cells })) continue
    const id = cell('videoId')
    const src = id !== undefined && isVideoId(id) ? `https://www.youtube.com/watch?v=${id}` : cell('src')
    if (!isWebAddress(src)) skip(line, src ?? cells.join(delimiter), 'no_address')
    else
      add({
        series: cell('series') ?? name,
        src,
        title: cell('title'),
        description: cell('description'),
        duration: readDuration(cell('duration') ?? ''),
        line,
      })
  }
}
