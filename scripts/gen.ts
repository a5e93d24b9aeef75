// `npm run gen`: writes kit/server/db/schema.gen.ts and docs/schema.sql from the migrated database. With --verify, only compares them.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../kit/server/postgres/cluster.ts'
import { migrate } from '../kit/server/db/migrate.ts'
import { makeFolder } from '#test/folders.ts'
import { describeSchema } from './schema-sql.ts'

const isVerified = process.argv.includes('--verify')
const schemaFile = join('docs', 'schema.sql')
const dir = makeFolder('choice-gen')
const cluster = await startCluster({ dir, durable: false })
try {
  await migrate(cluster.url, 'migrations')
  execFileSync(
    join('node_modules', '.bin', 'kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${cluster.url}`,
      '--out-file=kit/server/db/schema.gen.ts',
      // The driver returns int8 as a number (kit/server/db/db.ts).
      '--type-mapping={"int8":"number"}',
      ...(isVerified ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
  const schema = await describeSchema(cluster.url)
  if (!isVerified) writeFileSync(schemaFile, schema)
  else if (readFileSync(schemaFile, 'utf8') !== schema) throw new Error(`${schemaFile} is out of date: run npm run gen`)
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
