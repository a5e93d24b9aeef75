import { createDb } from '#kit/server/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { makeOperator } from '#features/accounts/server/queries/accounts.ts'
import { type Environment, readConfig } from '../config.ts'
import { demandInstallation } from '../data-dir.ts'
import { borrowDatabase } from '../database.ts'
import { onlyArgument, runTool } from './tool.ts'

/** `npm run operator -- mail@…`: the account with that address may run this installation from now on. */
export function operator(args: readonly string[], env: Environment, root: string): Promise<void> {
  return runTool(async (lifecycle) => {
    const email = onlyArgument(args, 'Name one e-mail address: npm run operator -- mail@example.com')
    const config = readConfig(env, root)
    demandInstallation(config)
    const database = await lifecycle.open(9000, borrowDatabase(config), ({ stop }) => stop())
    const db = createDb({ connection: database.url, maxConnections: 1, onError: () => undefined })
    try {
      if (!(await makeOperator(db, email)))
        throw new SetupError(`There is no account with the address ${email}: it has to be registered first.`)
    } finally {
      await db.destroy()
    }
    return `${email} is an operator now.`
  })
}
