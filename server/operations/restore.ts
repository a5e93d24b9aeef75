import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { emptyDatabase, findLastMigration, type DumpLoader, inspectDatabase, openDumpLoader } from '#kit/server/db/load-dump.ts'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'
import { migrationsFolder } from '../build-folder.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { isBackedUp, prepareDataDir } from '../data-dir.ts'
import { openDatabase } from '../database.ts'
import { type Manifest, readArchive } from './archive.ts'
import { parseToolArguments, runTool } from './tool.ts'

const usage = 'Name the backup: npm run restore -- /backups/choice.tar.gz'

/**
 * `npm run restore -- FILE`: restores an installation from a backup, after confirming the target (`--yes`). With `--force`, replaces
 * existing data.
 */
export function restore(args: readonly string[], env: Environment, root: string): Promise<void> {
  return runTool(async (lifecycle) => {
    const { positionals, values } = parseToolArguments(args, usage, { force: { type: 'boolean' }, yes: { type: 'boolean' } })
    const [backupPath, ...extraArgs] = positionals
    if (!backupPath || extraArgs.length) throw new SetupError(usage)
    const file = resolve(env['INIT_CWD'] ?? process.cwd(), backupPath)
    const config = readConfig(env, root)
    if (!existsSync(file)) throw new SetupError(`${file} is not there.`)
    // Verifies the whole archive before changing anything.
    await readArchive(file, { onManifest: async ({ database }) => void findLastMigration(database, migrationsFolder(root)) })
    await confirmTarget(config, values.yes === true)
    prepareDataDir(config.dataDir)
    const database = await lifecycle.open(9000, openDatabase(config), ({ stop }) => stop())

    const { isEmpty, users } = await inspectDatabase(database.url)
    if (users) throw new SetupError('Choice is running on this database: stop it first, everywhere.')
    const isFree = isEmpty && !(await readdir(config.dataDir)).some(isBackedUp)
    if (!isFree && !values.force)
      throw new SetupError(`This installation (${config.dataDir}) is not empty: add --force to replace everything in it with the backup.`)

    const restoreFolder = await mkdtemp(join(config.dataDir, 'restore-'))
    try {
      await emptyDatabase(database.url)
      const madeAt = await loadAll(file, database.url, migrationsFolder(root), restoreFolder)
      await replaceFiles(config.dataDir, restoreFolder)
      return `Restored ${config.dataDir} and its database as of ${madeAt}.`
    } finally {
      await rm(restoreFolder, { recursive: true, force: true })
    }
  })
}

/** Asks for confirmation before opening anything, because with wrong settings the restore would replace another installation. */
async function confirmTarget(config: Config, isConfirmed: boolean) {
  process.stdout.write(`This restores into the files in ${config.dataDir} and ${describeDatabase(config)}.\n`)
  if (isConfirmed) return
  if (!process.stdin.isTTY) throw new SetupError('Add --yes to restore there.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Type yes to go on: ').finally(() => terminal.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new SetupError('Nothing was restored.')
}

function describeDatabase({ databaseUrl, dataDir }: Config) {
  if (!databaseUrl) return `the database that comes along, in ${join(dataDir, 'postgres')}`
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `the database ${pathname.slice(1) || '(unnamed)'} at ${searchParams.get('host') ?? host} (DATABASE_URL)`
}

/** @returns the time of the backup */
async function loadAll(file: string, url: string, migrations: string, folder: string) {
  let manifest: Manifest | undefined
  let load: DumpLoader | undefined
  try {
    await readArchive(file, {
      async onManifest(read) {
        manifest = read
        load = await openDumpLoader(url, read.database, migrations)
      },
      async onRows(name, rows) {
        const table = manifest?.database.tables.find((table) => table.name === name)
        if (!load || !table) throw new SetupError(`The backup is damaged: its list of tables lacks ${name}.`)
        await pipeline(rows, load.copy(table))
      },
      async onFile(path, mode, content) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await pipeline(content, createWriteStream(join(folder, path), { mode }))
      },
    })
    await load?.finish()
    return manifest?.madeAt ?? ''
  } catch (error) {
    await load?.close()
    await emptyDatabase(url)
    throw new SetupError(`The restore failed; the database is empty now, and the files are as they were: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function replaceFiles(dataDir: string, restoreFolder: string) {
  for (const name of await readdir(dataDir)) if (isBackedUp(name)) await rm(join(dataDir, name), { recursive: true })
  for (const name of await readdir(restoreFolder)) await rename(join(restoreFolder, name), join(dataDir, name))
}
