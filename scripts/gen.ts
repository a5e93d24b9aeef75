// `npm run gen`: kit/server/schema.gen.ts from the migrated database. With --verify it only compares.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../kit/server/cluster.ts'
import { migrate } from '../kit/server/migrate.ts'
import { makeFolder } from '#test/folders.ts'

const dir = makeFolder('choice-gen')
const cluster = await startCluster({ dir, durable: false })
try {
  await migrate(cluster.url, 'migrations')
  execFileSync(
    join('node_modules', '.bin', 'kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${cluster.url}`,
      '--out-file=kit/server/schema.gen.ts',
      // The driver gives int8 as a number (kit/server/db.ts).
      '--type-mapping={"int8":"number"}',
      ...process.argv.filter((argument) => argument === '--verify'),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
