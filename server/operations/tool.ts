import { parseArgs, type ParseArgsConfig } from 'node:util'
import { databaseTimeouts } from '#kit/server/database-timeouts.ts'
import { createDb, type Db, isDatabaseAway } from '#kit/server/db.ts'
import { explain, messageOf, SetupError } from '#kit/server/setup-error.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { demandInstallation } from '../data-dir.ts'
import { borrowDatabase } from '../database.ts'
import { createLifecycle, type Lifecycle } from '../lifecycle.ts'

/**
 * Runs a tool of the command line to its end and then ends the process: whatever was opened meanwhile through `lifecycle` is
 * closed, also after an error or Ctrl+C.
 */
export async function runTool(work: (lifecycle: Lifecycle) => Promise<string>): Promise<void> {
  const complain = (error: unknown) => void process.stderr.write(`${explain(error)}\n`)
  const lifecycle = createLifecycle({ onSignal: () => undefined, onCrash: complain, onTrouble: complain })
  try {
    process.stdout.write(`${await work(lifecycle)}\n`)
    await lifecycle.stop(0)
  } catch (error) {
    if (lifecycle.isEnding()) return
    complain(error)
    await lifecycle.stop(1)
  }
}

/** Arguments and flags, as `parseArgs` of Node reads them. @throws SetupError with `usage` for a flag that is not among the options */
export function parseToolArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new SetupError(`${messageOf(error).split('. ')[0]}.\n${usage}`)
  }
}

/** @returns the error, or one sentence when the database was stopped or restarted while a tool used it */
export function describeLostDatabase(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  // A missing file looks like a missing socket. A lack of room or of connections has a sentence of its own (`explain`).
  if (error instanceof SetupError || !isDatabaseAway(error) || /^(ENOENT|53)/.test(String(code))) return error
  return new SetupError(`The database went away while this ran: see that it runs, then try again. (${messageOf(error)})`, { cause: error })
}

/** For tools of a database that is there: opens it, beside a running product too, and closes it at the end. */
export function runDatabaseTool(
  env: Environment,
  root: string,
  work: (db: Db, config: Config, lifecycle: Lifecycle) => Promise<string>,
): Promise<void> {
  return runTool(async (lifecycle) => {
    const config = readConfig(env, root)
    demandInstallation(config)
    const database = await lifecycle.open(9000, borrowDatabase(config), ({ stop }) => stop())
    // An import tells how far it is beside the transaction in which it writes.
    const db = createDb({ connection: database.url, maxConnections: 2, timeouts: databaseTimeouts.background, onError: () => undefined })
    await lifecycle.open(8000, Promise.resolve(db), () => db.destroy())
    try {
      return await work(db, config, lifecycle)
    } catch (error) {
      throw describeLostDatabase(error)
    }
  })
}
