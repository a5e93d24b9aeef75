import { Readable } from 'node:stream'
import type { Schema } from '#kit/contract/endpoint.ts'
import { jsonSchema } from './serialise.ts'

/** What the handler of an endpoint that answers CSV returns. Rows may come as they are read: the database's time is counted a statement. */
export interface CsvFile<Row> {
  /** As it is saved, with its ending. */
  fileName: string
  rows: AsyncIterable<Row> | Iterable<Row>
}

type Row = Record<string, unknown>

/** A spreadsheet takes a cell that begins so for a formula, also with the wide forms of these signs. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = beginsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`

/** The columns of a row's schema, in its order. */
export const csvColumns = (row: Schema): string[] =>
  Object.keys((jsonSchema(row, 'output') as { properties?: Record<string, unknown> }).properties ?? {})

/** So much text is sent at a time. */
const chunkChars = 16_384

/**
 * The rows as CSV (RFC 4180): a line with the columns' names, then one a row. It begins with a byte order mark, without which Excel takes
 * UTF-8 for something else. What a row's schema doesn't declare is left out.
 * @returns when the first row is there: until then it can still be refused
 */
export async function csvStream(schema: Schema, rows: CsvFile<Row>['rows'], onRow?: (row: Row) => void): Promise<Readable> {
  const columns = csvColumns(schema)
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let next = await iterator.next()

  async function* chunks() {
    let text = `\uFEFF${lineOf(columns)}`
    try {
      for (; !next.done; next = await iterator.next()) {
        const row = next.value
        onRow?.(Object.fromEntries(columns.map((column) => [column, row[column]])))
        text += lineOf(columns.map((column) => row[column]))
        if (text.length < chunkChars) continue
        yield text
        text = ''
      }
      if (text) yield text
    } finally {
      await iterator.return?.()
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** RFC 6266: a name of any letters, and one of plain letters for whoever can't read that. */
export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
