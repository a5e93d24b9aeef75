import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createFreshDatabase } from '#test/fresh-database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

test('deletes all rows that meet the condition, in short statements', async () => {
  const db = (await createFreshDatabase()).connect()
  await sql`create table pile as select n from generate_series(1, 12000) as n`.execute(db)
  await sql`create table statement (rows bigint)`.execute(db)
  await sql`create function note_statement() returns trigger language plpgsql as
    $$ begin insert into statement select count(*) from deleted; return null; end $$`.execute(db)
  await sql`create trigger noted after delete on pile referencing old table as deleted for each statement execute function note_statement()`.execute(
    db,
  )
  await deleteInBatches(db, 'pile', sql`n > 1000`)
  const { rows } = await sql<{ left: number; sizes: number[] }>`
    select (select count(*)::int from pile) as left, (select array_agg(rows::int order by rows desc) from statement) as sizes`.execute(db)
  expect(rows).toEqual([{ left: 1000, sizes: [5000, 5000, 1000] }])
})
