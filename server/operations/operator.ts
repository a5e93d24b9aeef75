import { SetupError } from '#kit/server/setup-error.ts'
import type { Environment } from '../config.ts'
import { addOperator, allowUploads } from './admin-accounts.ts'
import { parseToolArguments, runDatabaseTool } from './tool.ts'

const usage = 'Name one email address: npm run operator -- mail@example.com, or npm run operator -- --can-upload mail@example.com'

/**
 * `npm run operator -- mail@…`: short for `npm run admin -- operators add mail@…`. With `--can-upload`, allows the account to upload
 * instead: short for `npm run admin -- uploaders add mail@…`.
 */
export async function operator(args: readonly string[], env: Environment, root: string): Promise<void> {
  const { positionals, values } = parseToolArguments(args, usage, { 'can-upload': { type: 'boolean' } })
  const [email, ...extraArgs] = positionals
  if (!email || extraArgs.length) throw new SetupError(usage)
  return runDatabaseTool(env, root, (db) => (values['can-upload'] ? allowUploads(db, email, true) : addOperator(db, email)))
}
