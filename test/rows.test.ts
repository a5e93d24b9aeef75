import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rows-'))
  writeFileSync(join(folder, 'tsconfig.server.json'), JSON.stringify({ include: ['*.ts'], compilerOptions: { strict: true, types: [] } }))
  writeFileSync(
    join(folder, 'sql.ts'),
    'export declare function sql<Row>(texts: TemplateStringsArray, ...parts: unknown[]): { rows: Row[] }\n',
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Checks a file with these statements. */
function check(...statements: string[]) {
  const lines = ["import { sql } from './sql.ts'", 'const parts = { total: 1 }', 'const named = sql`count(*) as views`', ...statements]
  writeFileSync(join(folder, 'queries.ts'), lines.join('\n'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/rows.mjs')], { cwd: folder, encoding: 'utf8' })
  return { status, counted: stdout.trim(), problems: stderr.split('\n').filter(Boolean) }
}
/** Valid statements, because the check fails if it finds fewer than 100. */
const enoughStatements = Array.from({ length: 100 }, (_, n) => `sql<{ id: string }>\`select id from thing where id <> '${n}'\``)

test('columns are named by the statement, its parts, or the keys of values it uses; optional ones need not be', () => {
  expect(
    check(
      ...enoughStatements,
      'sql<{ id: string; views: number }>`select id, ${named} from thing`',
      'sql<{ total: number; note?: string }>`select ${parts}`',
      'sql<Date>`select now()`',
    ),
  ).toEqual({ status: 0, counted: '103 statements, 0 problems', problems: [] })
})

test('a property without a column is reported with its file and line', () => {
  expect(check(...enoughStatements, 'sql<{ id: string; most: number }>`select id, "limit" from thing`')).toEqual({
    status: 1,
    counted: '101 statements, 1 problems',
    problems: ['queries.ts:104: the statement has no column most'],
  })
})

test('a check that finds almost no statements fails', () => {
  expect(check('sql<{ id: string }>`select id from thing`')).toMatchObject({ status: 1, counted: '1 statements, 0 problems' })
})
