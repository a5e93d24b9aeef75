import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError } from '#kit/server/setup-error.ts'
import type { Config } from './config.ts'

/** Makes the data directory if need be; the first thing anything does that keeps something there. */
export function prepareDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(`DATA_DIR is "${dataDir}", which is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`)
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

/** For tools that need something to work on. */
export function demandInstallation({ dataDir, databaseUrl }: Config) {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new SetupError(`There is nothing in ${dataDir} yet: start Choice first, or set DATA_DIR.`)
}

/** Is this entry of the data directory something to keep, or the database, logs, what starts and restores leave when interrupted? */
export const isData = (name: string) => !/^(?:postgres.*|log|restore-.*|\.probe-.*|\..*\.part|\.lock.*)$/.test(name)
