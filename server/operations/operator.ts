import type { Environment } from '../config.ts'
import { addOperator } from './admin-accounts.ts'
import { onlyArgument, runDatabaseTool } from './tool.ts'

/** `npm run operator -- mail@…`: short for `npm run admin -- operators add mail@…`. */
export async function operator(args: readonly string[], env: Environment, root: string): Promise<void> {
  const email = onlyArgument(args, 'Name one e-mail address: npm run operator -- mail@example.com')
  return runDatabaseTool(env, root, (db) => addOperator(db, email))
}
