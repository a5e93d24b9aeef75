import { type RawBuilder, sql } from 'kysely'

declare const of: unique symbol
/** JSON of a list of rows, for {@link jsonRows}. */
export type RowsText<Row> = string & { readonly [of]: Row }

export const rowsText = <Row extends object>(rows: readonly Row[]): RowsText<Row> => JSON.stringify(rows) as RowsText<Row>

type ColumnType = 'text' | 'text[]' | 'boolean' | 'smallint' | 'integer' | 'bigint' | 'bigint[]' | 'timestamptz' | 'jsonb'

/**
 * SQL for `from`: the rows of a JSON list, as `name`.
 * @param columns types of the properties that become columns. The compiler refuses other names, which PostgreSQL would read as null. The
 *   compiler doesn't compare the types
 */
export const jsonRows = <Row, Columns extends { readonly [Key in keyof Row & string]?: ColumnType }>(
  name: string,
  rows: RowsText<Row>,
  columns: Columns & Readonly<Record<Exclude<keyof Columns, keyof Row>, never>>,
): RawBuilder<Row> => {
  const types = Object.entries(columns).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type as ColumnType)}`)
  return sql<Row>`json_to_recordset(${rows}::json) as ${sql.ref(name)} (${sql.join(types)})`
}
