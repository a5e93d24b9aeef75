import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from './serve.ts'

const { db } = await startTestServer()

/** No index is needed, because countries are never deleted. */
const exceptions = ['account_country_id_fkey']

test('each foreign key has an index, so that deleting what it refers to doesn’t read the whole table', async () => {
  const { rows } = await sql<{ name: string }>`
    select foreign_key.conname as name from pg_constraint foreign_key
    where foreign_key.contype = 'f' and not exists (
      select from pg_index index join pg_attribute first on first.attrelid = index.indrelid and first.attnum = index.indkey[0]
      where index.indrelid = foreign_key.conrelid and first.attnum = any (foreign_key.conkey)
        and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) = '(' || quote_ident(first.attname) || ' IS NOT NULL)'))
    order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(exceptions)
})
