import { explain, SetupError } from '#kit/server/setup-error.ts'
import type { Environment } from './config.ts'

/** Something done from the command line; what it has not begun to close itself is closed when it fails. */
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

/** What `npm start`, `npm run backup` and their like lead to, once everything is installed and built. `root` is the project's folder. */
export async function main([name = 'serve', ...args]: readonly string[], env: Environment, root: string): Promise<void> {
  // Whoever read what we say may go away. Unheard, each complaint about it would be an error to complain about.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // Whatever is made from here on is for its owner alone.
  process.umask(0o077)
  try {
    const load = commands[name]
    if (!load) throw new SetupError(`There is no operation "${name}"; there are ${Object.keys(commands).join(', ')}.`)
    await (
      await load()
    )(args, env, root)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}
