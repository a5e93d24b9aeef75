import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takeLock } from '#kit/server/postgres/process-lock.mjs'
import { SetupError } from '#kit/server/setup-error.ts'
import type { Config } from './config.ts'

/** Subfolder of the data directory for incoming uploads and their processing. */
export const uploadsFolder = 'uploads'

/** Returns the path of an empty file in the data directory. Its modification time is the time of the last backup. */
export const backupMarkFile = (dataDir: string): string => join(dataDir, '.last-backup')

/** Creates the data directory if needed. Call before writing anything there. */
export function prepareDataDir(dataDir: string, { mediaDelivery }: Pick<Config, 'mediaDelivery'> = { mediaDelivery: 'app' }) {
  try {
    makeFolder(dataDir)
    // Earlier releases, and restores by them, left these folders readable by other users.
    for (const name of ['files', 'outbox', 'log'])
      if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), name === 'files' && mediaDelivery === 'nginx' ? 0o750 : 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(`DATA_DIR is "${dataDir}", which is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Checks the folder that instances share for uploads. An unusable folder fails the start. */
export function prepareUploadsDir({ dataDir, uploadsDir }: Pick<Config, 'dataDir' | 'uploadsDir'>) {
  if (uploadsDir === join(dataDir, uploadsFolder)) return
  try {
    makeFolder(uploadsDir, 0o700)
    accessSync(uploadsDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(
      `UPLOADS_DIR is "${uploadsDir}", which is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

/**
 * Creates a folder and its parents one by one. Node's recursive `mkdir` loops forever if the system reports an existing parent as missing.
 * Other users may pass through the folders, unless `mode` forbids that, because the database may run as another system user.
 */
export function makeFolder(folder: string, mode = 0o711) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder)
    chmodSync(folder, mode)
  } catch (error) {
    // Another start created the folder concurrently.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Locks the data directory for this process, because two processes would write one log and delete each other's files.
 * @throws SetupError if another process holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  try {
    await takeLock(join(dataDir, '.lock'), {
      onHeld({ pid }) {
        throw new SetupError(`Choice is already running on ${dataDir} (process ${pid}).`)
      },
      onUnsure: ({ pid }) =>
        void process.stdout.write(`Looking whether Choice still runs on ${dataDir} elsewhere (process ${pid}). This takes some 10 s.\n`),
    })
  } catch (error) {
    // Starts without a lock on a full disk.
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Checks that there is an installation, for tools that need one. */
export function assertInstalled({ dataDir, databaseUrl }: Config) {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new SetupError(`There is nothing in ${dataDir} yet: start Choice first, or set DATA_DIR.`)
}

/**
 * Whether an entry of the data directory belongs in a backup. Excludes the database, logs, and leftovers of interrupted starts and
 * restores.
 */
export const isBackedUp = (name: string) => !/^(?:postgres.*|log|restore-.*|\.probe-.*|\..*\.part|\.lock.*|\.last-backup)$/.test(name)
