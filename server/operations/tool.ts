import { parseArgs, type ParseArgsConfig } from 'node:util'
import { databaseTimeouts } from '#kit/server/db/database-timeouts.ts'
import { createDb, type Db, isDatabaseUnavailable } from '#kit/server/db/db.ts'
import { formatError, messageOf, SetupError } from '#kit/server/setup-error.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { assertInstalled } from '../data-dir.ts'
import { openDatabaseForTool } from '../database.ts'
import { createLifecycle, type Lifecycle } from '../lifecycle.ts'

/** Runs a command-line tool and ends the process. Closes everything opened through `lifecycle`, even after an error or Ctrl+C. */
export async function runTool(work: (lifecycle: Lifecycle) => Promise<string>): Promise<void> {
  const printError = (error: unknown) => void process.stderr.write(`${formatError(error)}\n`)
  const lifecycle = createLifecycle({ onSignal: () => undefined, onCrash: printError, onError: printError })
  try {
    process.stdout.write(`${await work(lifecycle)}\n`)
    await lifecycle.stop(0)
  } catch (error) {
    if (lifecycle.isEnding()) return
    printError(error)
    await lifecycle.stop(1)
  }
}

/** Parses arguments and flags like Node's `parseArgs`. @throws SetupError with `usage` for an unknown flag */
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

/** Replaces the error with one sentence if the database stopped or restarted during the tool. */
export function describeDatabaseOutage(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  // `ENOENT` is also the code of a missing file, so its error is kept. Errors `53…` (no disk space or connections) are described by
  // `formatError`.
  if (error instanceof SetupError || !isDatabaseUnavailable(error) || /^(ENOENT|53)/.test(String(code))) return error
  return new SetupError(`The database went away while this ran: see that it runs, then try again. (${messageOf(error)})`, { cause: error })
}

/** Opens the database for a tool, whether or not the product is running, and closes it at the end. */
export function runDatabaseTool(
  env: Environment,
  root: string,
  work: (db: Db, config: Config, lifecycle: Lifecycle) => Promise<string>,
): Promise<void> {
  return runTool(async (lifecycle) => {
    const config = readConfig(env, root)
    assertInstalled(config)
    const database = await lifecycle.open(9000, openDatabaseForTool(config), ({ stop }) => stop())
    // Two connections, because an import reports its progress outside the transaction in which it writes.
    const db = createDb({ connection: database.url, maxConnections: 2, timeouts: databaseTimeouts.background, onError: () => undefined })
    await lifecycle.open(8000, Promise.resolve(db), () => db.destroy())
    try {
      return await work(db, config, lifecycle)
    } catch (error) {
      throw describeDatabaseOutage(error)
    }
  })
}
