import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from './fresh-database.ts'

const { url } = await freshDatabase()

/** The part of the product that a source belongs to: a feature, or `kit`, `server`. */
const partOf = (file: string) => /^(?:features\/)?([^/]+)/.exec(file)![1]!
const written = /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|(?:insert into|delete from|(?<!for |no key )update)\s+([a-z_]+)/g

test('a table is written by one part of the product only; others read it', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  await client.end()
  const tables = new Set(rows.map(({ name }) => name))
  const writers = new Map<string, Set<string>>()
  const sources = ['features', 'kit', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const file of sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')))
    for (const [, byBuilder, bySql] of readFileSync(file, 'utf8').matchAll(written)) {
      const table = byBuilder ?? bySql!
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(partOf(file)))
    }
  expect(writers.get('playlist')).toEqual(new Set(['curation']))
  expect([...writers].filter(([, parts]) => parts.size > 1).map(([table, parts]) => [table, ...parts])).toEqual([])
})
