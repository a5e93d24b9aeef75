import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { takeLock } from '#kit/server/process-lock.mjs'
import { SetupError } from '#kit/server/setup-error.ts'
import type { Config } from './config.ts'

/** In the data directory: what has come so far of uploads, and what is being made of one. */
export const uploadsFolder = 'uploads'

/** An empty file in the data directory: the last backup was made when it was written. */
export const backupMark = (dataDir: string): string => join(dataDir, '.last-backup')

/** Makes the data directory if need be; the first thing anything does that keeps something there. */
export function prepareDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    // Former releases, and restores by them, let others look in.
    for (const name of ['files', 'outbox', 'log']) if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o700)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(`DATA_DIR is "${dataDir}", which is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The folder that instances may share for uploads: a start says at once that it can't be used. */
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
 * Makes a folder and those it lies in, one by one: Node's own recursive way never ends where the system answers that a folder's parent
 * is missing although it is there. Others may pass unless `mode` says otherwise: the database may run as another system user.
 */
export function makeFolder(folder: string, mode = 0o711) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder)
    chmodSync(folder, mode)
  } catch (error) {
    // Another start may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * One process at a time serves from a data directory: two would write one log, and tidy up each other's files.
 * @throws SetupError when another does already
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
    // A full disk has no room for a lock, and is no reason not to start.
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** For tools that need something to work on. */
export function demandInstallation({ dataDir, databaseUrl }: Config) {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new SetupError(`There is nothing in ${dataDir} yet: start Choice first, or set DATA_DIR.`)
}

/** Is this entry of the data directory something to keep, or the database, logs, what starts and restores leave when interrupted? */
export const isData = (name: string) => !/^(?:postgres.*|log|restore-.*|\.probe-.*|\..*\.part|\.lock.*|\.last-backup)$/.test(name)
