import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { openDump } from '#kit/server/db/dump.ts'
import { incompleteFolder } from '#kit/server/storage/storage.ts'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'
import { type Environment, readConfig } from '../config.ts'
import { backupMarkFile, assertInstalled, isBackedUp, uploadsFolder } from '../data-dir.ts'
import { openDatabaseForTool } from '../database.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { parseToolArguments, runTool } from './tool.ts'

const usage = 'Name a file ending in .tar.gz, or a folder: npm run backup -- /backups (--keep 14 deletes all but the newest 14 there)'

/**
 * `npm run backup -- FILE or FOLDER`: writes database and files to one archive, whether or not the product is running. `--keep N` deletes
 * all but the newest N backups in the folder.
 */
export function backup(args: readonly string[], env: Environment, root: string): Promise<void> {
  return runTool(async (lifecycle) => {
    const { target, keep } = readArguments(args)
    const config = readConfig(env, root)
    assertInstalled(config)
    const file = chooseFile(resolve(env['INIT_CWD'] ?? process.cwd(), target), config.dataDir)
    const database = await lifecycle.open(9000, openDatabaseForTool(config), ({ stop }) => stop())
    const dump = await lifecycle.open(8000, openDump(database.url), ({ close }) => close())
    const part = `${file}.part`
    try {
      await rm(part, { force: true })
      const archive = await writeArchive(part, { format: 'choice-backup-1', madeAt: new Date().toISOString(), database: dump.head })
      for (const table of dump.head.tables) await archive.addRows(table.name, dump.copy(table))
      for await (const path of filesOf(config.dataDir)) await addFile(archive.addFile, config.dataDir, path)
      const { bytes, files } = await archive.finish()
      await rename(part, file)
      await markBackup(config.dataDir)
      const bucketNote = config.s3
        ? ` The files in the bucket ${config.s3.bucket} are not in it: they are for the store itself to keep.`
        : ''
      const removed = keep === undefined ? 0 : await removeOldest(dirname(file), keep)
      return `${file}: ${dump.head.tables.length} tables and ${files === 1 ? 'one file' : `${files} files`}, ${megabytes(bytes)} packed into ${megabytes(statSync(file).size)}.${removed ? ` Older backups deleted: ${removed}.` : ''}${bucketNote}`
    } catch (error) {
      await rm(part, { force: true })
      throw new SetupError(`The backup failed, and nothing was written: ${messageOf(error)}`, { cause: error })
    }
  })
}

/** Updates the metric `backup_age_seconds`. If this fails, the backup still succeeds. */
async function markBackup(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(backupMarkFile(dataDir), '')
  } catch (error) {
    process.stderr.write(`The backup succeeded, but its time can't be written to DATA_DIR: ${messageOf(error)}\n`)
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function readArguments(args: readonly string[]) {
  const { positionals, values } = parseToolArguments(args, usage, { keep: { type: 'string' } })
  const [target, ...extraArgs] = positionals
  const maxBackups = values.keep === undefined ? undefined : Number(values.keep)
  if (maxBackups !== undefined && !(Number.isInteger(maxBackups) && maxBackups >= 1))
    throw new SetupError(`--keep is "${values.keep}"; allowed is a whole number from 1.`)
  if (!target || extraArgs.length) throw new SetupError(usage)
  return { target, keep: maxBackups }
}

/** Names of backups in a given folder; they sort by date. */
const datedNamePattern = /^choice-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/

async function removeOldest(folder: string, maxBackups: number): Promise<number> {
  const oldest = (await readdir(folder))
    .filter((name) => datedNamePattern.test(name))
    .toSorted()
    .slice(0, -maxBackups)
  for (const name of oldest) await rm(join(folder, name))
  return oldest.length
}

function chooseFile(target: string, dataDir: string) {
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  const file = isFolder ? join(target, `choice-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`) : target
  if (!isFolder && (!file.endsWith('.tar.gz') || !existsSync(dirname(file))))
    throw new SetupError(`There is no folder ${target.endsWith('.tar.gz') ? dirname(file) : target}. ${usage}`)
  if (existsSync(file)) throw new SetupError(`${file} is there already: choose another name, or a folder.`)
  if (!relative(dataDir, file).startsWith('..')) throw new SetupError(`${file} lies in the data directory itself: choose a place outside.`)
  return file
}

/** Lists the files of the data directory that belong in a backup, as relative paths. */
async function* filesOf(dataDir: string) {
  for (const top of await readdir(dataDir, { withFileTypes: true })) {
    if (!isBackedUp(top.name) || top.name === uploadsFolder) continue
    if (top.isFile()) yield top.name
    if (!top.isDirectory()) continue
    for (const entry of await readdir(join(dataDir, top.name), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && basename(entry.parentPath) !== incompleteFolder) yield relative(dataDir, join(entry.parentPath, entry.name))
  }
}

async function addFile(add: ArchiveWriter['addFile'], dataDir: string, path: string) {
  try {
    const { size, mode } = await stat(join(dataDir, path))
    // Reads exactly the announced length, even if the file grows.
    await add(path, mode & 0o777, { size, stream: createReadStream(join(dataDir, path), { start: 0, end: Math.max(0, size - 1) }) })
  } catch (error) {
    // The file was deleted after it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
