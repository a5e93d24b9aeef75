import { Readable } from 'node:stream'
import type { Schema } from '#kit/contract/endpoint.ts'
import type { Language } from '#kit/contract/texts.ts'
import { jsonSchema } from './serialise.ts'

/** The result of a CSV endpoint's handler. Rows may still be loading during the response; each statement then has its own time limit. */
export interface CsvFile<Row> {
  /** Name with extension. */
  fileName: string
  rows: AsyncIterable<Row> | Iterable<Row>
}

type CsvRow = Record<string, unknown>

/**
 * Spreadsheets run cells that begin like this as formulas, even with full-width characters. With the list separator of another language, a
 * spreadsheet splits a cell at the signs in it, even between quotes, so that its parts become cells.
 */
const formulaStart = /(?=[=+\-@＝＋－＠])(?<=^|[,;\t\r\n]"*)|^(?=[\t\r\n])/g

/** Spreadsheets expect the list separator and decimal sign of their language. */
const signsOf: Readonly<Record<Language, { separator: string; decimal: string }>> = {
  en: { separator: ',', decimal: '.' },
  nl: { separator: ';', decimal: ',' },
}

function cellOf(value: unknown, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', signsOf[language].decimal)
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replace(formulaStart, "'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (cells: readonly unknown[], language: Language) =>
  `${cells.map((cell) => cellOf(cell, language)).join(signsOf[language].separator)}\r\n`

/** Returns the columns of a row's schema, in the order of the schema. */
export const csvColumns = (row: Schema): string[] =>
  Object.keys((jsonSchema(row, 'output') as { properties?: Record<string, unknown> }).properties ?? {})

/** Characters per chunk. */
const chunkChars = 16_384

/**
 * Formats rows as CSV (RFC 4180), in Dutch with semicolons and decimal commas, with a line of column names. Begins with a byte order mark,
 * because Excel doesn't detect UTF-8 without one. Omits fields outside the row's schema.
 * @returns after the first row, so that errors before it still become an error response
 */
export async function csvStream(
  schema: Schema,
  rows: CsvFile<CsvRow>['rows'],
  { language, onRow }: { language: Language; onRow?: ((row: CsvRow) => void) | undefined },
): Promise<Readable> {
  const columns = csvColumns(schema)
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let next = await iterator.next()

  async function* chunks() {
    let text = `\uFEFF${lineOf(columns, language)}`
    try {
      for (; !next.done; next = await iterator.next()) {
        const row = next.value
        onRow?.(Object.fromEntries(columns.map((column) => [column, row[column]])))
        text += lineOf(
          columns.map((column) => row[column]),
          language,
        )
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

/** Formats a `Content-Disposition` (RFC 6266) with a UTF-8 name, and an ASCII name for older clients. */
export const contentDisposition = (fileName: string): string =>
  `attachment; filename="${fileName.replaceAll(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
