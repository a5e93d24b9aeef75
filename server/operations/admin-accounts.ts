import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { SetupError } from '#kit/server/setup-error.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { mailPaths } from '#features/accounts/server/mails.ts'
import {
  deleteAccounts,
  findAccountByEmail,
  liftSuspension,
  listDemoAccounts,
  listOperators as findOperators,
  setRight,
} from '#features/accounts/server/queries/accounts.ts'
import { createLinkToken } from '#features/accounts/server/secrets.ts'
import { removePersonalData } from '#features/data-rights/server/deletion.ts'
import { deleteTeamsOf } from '#features/teams/server/teams.ts'
import type { Config } from '../config.ts'
import { personalData } from '../features.ts'

const thingOf = ({ id, nickname }: { id: string; nickname: string | null }) => ({ type: 'user', id, name: nickname ?? '' })

const unknownAccount = (email: string) => new SetupError(`There is no account with the address ${email}: the user has to register first.`)

export async function listOperators(db: Db): Promise<string> {
  const operators = await findOperators(db)
  if (!operators.length) return 'There are no operators yet: npm run admin -- operators add mail@example.com'
  return operators.map(({ email, nickname }) => (nickname === null ? email : `${email}  ${nickname}`)).join('\n')
}

/** Grants or removes a right of the account with this email address, and writes an audit entry. Call it in a transaction. */
async function changeRight(tx: Db, email: string, right: Parameters<typeof setRight>[2], isGranted: boolean): Promise<void> {
  const account = await findAccountByEmail(tx, email)
  if (!account || !(await setRight(tx, email, right, isGranted))) throw unknownAccount(email)
  const act = right === 'is_operator' ? 'user.role' : 'user.rights'
  const after = right === 'is_operator' ? { role: isGranted ? 'operator' : null } : { [right]: isGranted }
  await writeAudit(tx, null, { act, thing: thingOf(account), personId: account.id, after })
}

/** Makes the account an operator who can act: lifts a suspension too. */
export async function addOperator(db: Db, email: string): Promise<string> {
  await db.transaction().execute(async (tx) => {
    await changeRight(tx, email, 'is_operator', true)
    const account = await findAccountByEmail(tx, email)
    if (!account || !(await liftSuspension(tx, account.id))) return
    await writeAudit(tx, null, { act: 'user.suspension_lifted', thing: thingOf(account), personId: account.id })
  })
  return `${email} is an operator now.`
}

export async function removeOperator(db: Db, email: string): Promise<string> {
  try {
    await db.transaction().execute((tx) => changeRight(tx, email, 'is_operator', false))
  } catch (error) {
    if (violatedConstraint(error) !== 'operator_left') throw error
    throw new SetupError(`${email} is the only operator who can act: make another user an operator first.`)
  }
  return `${email} is no longer an operator.`
}

export async function allowUploads(db: Db, email: string, mayUpload: boolean): Promise<string> {
  await db.transaction().execute((tx) => changeRight(tx, email, 'can_upload_video', mayUpload))
  return mayUpload
    ? `${email} can upload video files now.`
    : `${email} can no longer upload video files. Existing files stay; uploads in progress stop.`
}

/** Creates a link to set a password, for users who receive no email. The operator must know the user. */
export async function makePasswordLink(db: Db, { publicUrl }: Config, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw unknownAccount(email)
  const token = await db.transaction().execute(async (tx) => {
    await writeAudit(tx, null, { act: 'user.password_link', thing: thingOf(account), personId: account.id })
    return createLinkToken(tx, account.id, 'reset')
  })
  return `Give this only to the owner of ${account.email}. It works once, for 60 minutes:\n${publicUrl}${mailPaths.reset('en', account.email, token)}`
}

/** Deletes users with all their data, in one transaction. Things that belong to a team stay. */
const deletePeople = (db: Db, ids: readonly string[], act: Parameters<typeof writeAudit>[2]) =>
  db.transaction().execute(async (tx) => {
    for (const id of ids) await removePersonalData(tx, personalData, id)
    await deleteAccounts(tx, ids)
    await writeAudit(tx, null, act)
  })

export async function closeAccount(db: Db, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw unknownAccount(email)
  await deletePeople(db, [account.id], { act: 'user.deleted', thing: { type: 'user', id: account.id, name: '' } })
  return `The account ${account.email} and its channels are deleted. Unused pictures are deleted within a day.`
}

export async function describeDemo(db: Db): Promise<string> {
  const people = await listDemoAccounts(db)
  if (!people.length) return 'There are no demonstration users.'
  const names = people.map(({ nickname }) => nickname ?? '').join(', ')
  return `Demonstration users who can log in: ${names}\nDelete them and their channels: npm run admin -- demo remove`
}

export async function removeDemo(db: Db, { dataDir, demo }: Config): Promise<string> {
  const people = await listDemoAccounts(db)
  if (!people.length) return 'There are no demonstration users.'
  const ids = people.map(({ id }) => id)
  await deleteTeamsOf(db, ids)
  await deletePeople(db, ids, { act: 'demo.removed', thing: { type: 'demo', id: null, name: '' }, after: { count: ids.length } })
  await rm(join(dataDir, 'demo-logins.txt'), { force: true })
  const warning = demo ? ' With DEMO on, the next start creates them again if there are no other users: set DEMO=off.' : ''
  return `${people.length} demonstration users and their channels are deleted.${warning}`
}
