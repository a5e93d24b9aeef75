import pg from 'pg'

/** What pg's types leave out of a connection. */
interface Connection {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Readonly<Record<string, string | undefined>>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values?: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
}
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

const parserOf = pg.types.getTypeParser as (typeId: number) => (text: string) => unknown

/** Prepared on each connection, by running it once: what opens a transaction. */
export const beginStatement = { name: 'begin', text: 'begin' } as const

interface Columns {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
}
/** What one connection knows of the rows of its statements, by their names. PostgreSQL refuses to run one whose rows have changed. */
export type KnownColumns = Map<string, Columns>

interface StatementOptions {
  text: string
  values: readonly unknown[]
  /** By which it is prepared; none: for this once. */
  name: string | undefined
  /**
   * A transaction begins with it, in one round trip. PostgreSQL leaves the statement out when it can't begin (both end with the same Sync
   * message), so it never runs outside of the transaction.
   */
  isOpening: boolean
  known: KnownColumns
}

export interface StatementResult {
  command: string
  rowCount: number
  rows: Readonly<Record<string, unknown>>[]
}
type Callback = (error: Error | null, result: StatementResult) => void

/**
 * A statement of the extended protocol, as pg's clients take it. pg's own has its rows described anew each time that it runs, which costs
 * both sides; here that is asked for once a connection.
 */
export class PreparedStatement implements pg.Submittable {
  readonly text: string
  readonly name: string
  readonly callback: Callback
  readonly #values: readonly unknown[]
  readonly #known: KnownColumns
  readonly #result: StatementResult = { command: '', rowCount: 0, rows: [] }
  #isOpening: boolean
  #columns: Columns | undefined
  #failure: Error | undefined

  constructor({ text, values, name = '', isOpening, known }: StatementOptions, callback: Callback) {
    this.text = text
    this.name = name
    this.callback = callback
    this.#values = values.map((value) => prepareValue(value))
    this.#isOpening = isOpening
    this.#known = known
  }

  submit(to: unknown): void {
    const connection = to as Connection
    // All of it in one write.
    connection.stream.cork()
    if (this.#isOpening) {
      connection.bind({ statement: beginStatement.name })
      connection.execute({})
    }
    const isPrepared = this.name !== '' && connection.parsedStatements[this.name] !== undefined
    if (!isPrepared) connection.parse({ name: this.name, text: this.text })
    connection.bind({ statement: this.name, values: this.#values })
    this.#columns = isPrepared ? this.#known.get(this.name) : undefined
    if (!this.#columns) connection.describe({ type: 'P' })
    connection.execute({})
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    }
    if (this.name !== '') this.#known.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#columns!
    const row: Record<string, unknown> = {}
    try {
      for (let i = 0; i < fields.length; i++) row[names[i]!] = fields[i] === null ? null : parsers[i]!(fields[i]!)
    } catch (error) {
      this.#failure = error as Error
    }
    this.#result.rows.push(row)
  }

  /** `INSERT 0 3`, `SELECT 3`, `BEGIN` */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isOpening) {
      this.#isOpening = false
      return
    }
    const end = text.indexOf(' ')
    this.#result.command = end < 0 ? text : text.slice(0, end)
    this.#result.rowCount = end < 0 ? 0 : Number(text.slice(text.lastIndexOf(' ')))
    // One that answers no rows is described by that.
    if (!this.#columns && this.name !== '') this.#known.set(this.name, { names: [], parsers: [] })
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error, this.#result)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null, this.#result)
  }
}
