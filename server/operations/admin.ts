import { SetupError } from '#kit/server/setup-error.ts'
import type { Db } from '#kit/server/db/db.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { listSources, updateSource } from '#features/tv-sources/server/queries/imports.ts'
import type { Config, Environment } from '../config.ts'
import {
  addOperator,
  allowUploads,
  closeAccount,
  listOperators,
  makePasswordLink,
  removeDemo,
  removeOperator,
  describeDemo,
} from './admin-accounts.ts'
import { cancelJob, listActiveJobs, listDeadJobs, retryDeadJobs, sendTestMail } from './admin-jobs.ts'
import { moveBillingClock } from './admin-billing-clock.ts'
import { handOverTeam, listOrphanTeams } from './admin-teams.ts'
import { reportLedger } from './admin-ledger.ts'
import { parseToolArguments, runDatabaseTool } from './tool.ts'

const listM3uSources = async (db: Db) => (await listSources(db)).filter(({ kind }) => kind === 'm3u')

export async function listRelays(db: Db): Promise<string> {
  const lists = await listM3uSources(db)
  if (!lists.length) return 'There are no lists of TV channels yet: npm run import'
  return lists.map(({ id, name, is_relayed }) => `${is_relayed ? 'on ' : 'off'}  ${id}  ${name}`).join('\n')
}

export async function setRelay(db: Db, list: string, isRelayed: boolean): Promise<string> {
  const matches = (await listM3uSources(db)).filter(({ id, name, url }) => [id, name, url].includes(list))
  const [user] = matches
  if (!user) throw new SetupError(`There is no list of TV channels called ${list}: npm run admin -- relay`)
  if (matches.length > 1) throw new SetupError(`Several lists are called ${list}; name one by its id: npm run admin -- relay`)
  await db.transaction().execute(async (tx) => {
    await updateSource(tx, user.id, { is_relayed: isRelayed })
    const thing = { type: 'tv_source', id: user.id, name: user.name }
    await writeAudit(tx, null, {
      act: 'tv_source.updated',
      thing,
      before: { is_relayed: user.is_relayed },
      after: { is_relayed: isRelayed },
    })
  })
  return isRelayed
    ? `The streams of ${user.name} are relayed now to users who may watch them. All their traffic goes through this server.`
    : `The streams of ${user.name} are no longer relayed.`
}

export interface AdminContext {
  db: Db
  config: Config
}
interface AdminCommand {
  /** The command's words and arguments, as shown in the usage; `…` means that the last argument may be repeated. */
  usage: string
  about: string
  run: (context: AdminContext, args: readonly string[]) => Promise<string>
  /** For commands that delete permanently: without `--yes`, shows this text and does nothing. */
  danger?: (args: readonly string[]) => string
}

const commands: readonly AdminCommand[] = [
  { usage: 'operators', about: 'Lists the operators', run: ({ db }) => listOperators(db) },
  { usage: 'operators add MAIL', about: 'Makes an account an operator', run: ({ db }, [email]) => addOperator(db, email!) },
  { usage: 'operators remove MAIL', about: 'Makes an operator an ordinary user', run: ({ db }, [email]) => removeOperator(db, email!) },
  { usage: 'uploaders add MAIL', about: 'Lets an account upload video files', run: ({ db }, [email]) => allowUploads(db, email!, true) },
  {
    usage: 'uploaders remove MAIL',
    about: 'Ends the right to upload',
    run: ({ db }, [email]) => allowUploads(db, email!, false),
  },
  {
    usage: 'password MAIL',
    about: 'Prints a link to choose a new password, valid for an hour',
    run: ({ db, config }, [email]) => makePasswordLink(db, config, email!),
  },
  {
    usage: 'close-account MAIL',
    about: 'Deletes an account with all its channels',
    run: ({ db }, [email]) => closeAccount(db, email!),
    danger: ([email]) => `This deletes the account ${email} with all its channels permanently.`,
  },
  { usage: 'orphans', about: 'Lists teams without members, with the number of their channels', run: ({ db }) => listOrphanTeams(db) },
  {
    usage: 'orphans hand-over ID MAIL',
    about: 'Moves the channels of such a team to an account',
    run: ({ db }, [id, email]) => handOverTeam(db, id!, email!),
  },
  { usage: 'test-mail MAIL', about: 'Sends an email at once and shows the result', run: ({ config }, [to]) => sendTestMail(config, to!) },
  { usage: 'jobs', about: 'Lists jobs that failed permanently', run: ({ db }) => listDeadJobs(db) },
  { usage: 'jobs retry ID…', about: 'Retries failed jobs; `all` instead of ids retries all', run: ({ db }, ids) => retryDeadJobs(db, ids) },
  { usage: 'jobs active', about: 'Lists running jobs', run: ({ db }) => listActiveJobs(db) },
  { usage: 'jobs cancel ID', about: 'Stops a running job, or removes a waiting one', run: ({ db }, [id]) => cancelJob(db, id!) },
  { usage: 'relay', about: 'Lists the M3U lists, and whether their streams are relayed', run: ({ db }) => listRelays(db) },
  {
    usage: 'relay on LIST',
    about: 'Relays the streams of a list (by name or id) to browsers that can’t play them directly',
    run: ({ db }, [list]) => setRelay(db, list!, true),
  },
  { usage: 'relay off LIST', about: 'Stops relaying them', run: ({ db }, [list]) => setRelay(db, list!, false) },
  { usage: 'ledger check', about: 'Checks the books and shows the trial balance', run: ({ db }) => reportLedger(db) },
  {
    usage: 'billing-clock TIME',
    about: 'Moves the clock of subscriptions to a time, or `off`; only with simulated payments',
    run: ({ db, config }, [time]) => moveBillingClock(db, config, time!),
  },
  { usage: 'demo', about: 'Lists the remaining demonstration users', run: ({ db }) => describeDemo(db) },
  {
    usage: 'demo remove',
    about: 'Deletes the demonstration users with their channels',
    run: ({ db, config }) => removeDemo(db, config),
    danger: () => 'This deletes all demonstration users with their channels permanently.',
  },
]

const wordsOf = ({ usage }: AdminCommand) => usage.split(' ').filter((word) => word === word.toLowerCase())
const parametersOf = ({ usage }: AdminCommand) => usage.split(' ').slice(wordsOf({ usage } as AdminCommand).length)

export function adminUsage(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  return ['npm run admin -- …', ...commands.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`)].join('\n')
}

/** Returns the command that the words begin with. If several match, the one with the longest name. */
function findCommand(words: readonly string[]) {
  const matching = commands.filter((command) => wordsOf(command).every((word, index) => words[index] === word))
  const command = matching.toSorted((a, b) => wordsOf(b).length - wordsOf(a).length)[0]
  if (!command) throw new SetupError(words.length ? `There is no "${words.join(' ')}".\n${adminUsage()}` : adminUsage())
  const args = words.slice(wordsOf(command).length)
  const parameters = parametersOf(command)
  const fits = parameters.at(-1)?.endsWith('…') ? args.length >= parameters.length : args.length === parameters.length
  if (!fits) throw new SetupError(`npm run admin -- ${command.usage}`)
  return { command, args }
}

/** `npm run admin -- …`: manual tasks of an operator, whether or not the product is running. */
export async function admin(words: readonly string[], env: Environment, root: string): Promise<void> {
  const { positionals, values } = parseToolArguments(words, adminUsage(), { yes: { type: 'boolean' }, help: { type: 'boolean' } })
  if (values.help) return void process.stdout.write(`${adminUsage()}\n`)
  const { command, args } = findCommand(positionals)
  if (command.danger && !values.yes) throw new SetupError(`${command.danger(args)} Add --yes to do it.`)
  return runDatabaseTool(env, root, (db, config) => command.run({ db, config }, args))
}
