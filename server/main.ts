import { formatError, SetupError } from '#kit/server/setup-error.ts'
import type { Environment } from './config.ts'

/** A command. If it fails, the lifecycle closes everything that the command opened. */
type Command = (args: readonly string[], env: Environment, root: string) => Promise<void>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  admin: async () => (await import('./operations/admin.ts')).admin,
  backup: async () => (await import('./operations/backup.ts')).backup,
  import: async () => (await import('./operations/import.ts')).importTelevision,
  operator: async () => (await import('./operations/operator.ts')).operator,
  'report-failure': async () => (await import('./operations/report-failure.ts')).reportFailure,
  restore: async () => (await import('./operations/restore.ts')).restore,
  serve: async () => (await import('./run.ts')).run,
}

/** The entry of `npm start`, `npm run backup` and similar, after installation and build. `root` is the project's folder. */
export async function main([name = 'serve', ...args]: readonly string[], env: Environment, root: string): Promise<void> {
  // Ignores errors of standard output and standard error, whose reader may be gone: without a listener they would be uncaught errors.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // Makes new files readable only by their owner.
  process.umask(0o077)
  try {
    const load = commands[name]
    if (!load) throw new SetupError(`There is no operation "${name}"; there are ${Object.keys(commands).join(', ')}.`)
    await (
      await load()
    )(args, env, root)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  }
}
