import { sql } from 'kysely'
import { type Db, exactIsoTime, isoTime } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Appeal, Note, Warning } from '../../contract/moderation.ts'

const warningColumns = sql`id, text, ${isoTime(sql.ref('created_at'))} as created_at, ${isoTime(sql.ref('withdrawn_at'))} as withdrawn_at`

/** Warnings of a user, latest first. */
export async function listWarnings(db: Db, accountId: string, limit: number): Promise<Warning[]> {
  const { rows } = await sql<Warning>`
    select ${warningColumns} from user_warning where account_id = ${accountId} order by created_at desc, id limit ${limit}`.execute(db)
  return rows
}

export async function insertWarning(tx: Db, accountId: string, text: string): Promise<Warning> {
  const { rows } = await sql<Warning>`
    insert into user_warning (account_id, text) values (${accountId}, ${text}) returning ${warningColumns}`.execute(tx)
  return rows[0]!
}

export const withdrawWarning = (tx: Db, id: string) =>
  sql`update user_warning set withdrawn_at = now() where id = ${id} and withdrawn_at is null`.execute(tx)

const noteColumns = sql`id, author_name, text, ${isoTime(sql.ref('created_at'))} as created_at`

/** Notes about a user, latest first. */
export async function listNotes(db: Db, accountId: string, limit: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select ${noteColumns} from user_note where account_id = ${accountId} order by created_at desc, id limit ${limit}`.execute(db)
  return rows
}

export async function insertNote(
  tx: Db,
  accountId: string,
  { author, text }: { author: { id: string; nickname: string | null }; text: string },
): Promise<Note> {
  const { rows } = await sql<Note>`
    insert into user_note (account_id, author_id, author_name, text)
    values (${accountId}, ${author.id}, ${author.nickname ?? ''}, ${text}) returning ${noteColumns}`.execute(tx)
  return rows[0]!
}

/**
 * Makes an appeal possible. Voids an undecided appeal against an earlier suspension.
 * @param warningId null: an appeal against the suspension
 */
export async function openAppeal(tx: Db, accountId: string, warningId: string | null, { hash, days }: { hash: Buffer; days: number }) {
  if (warningId === null) await closeSuspensionAppeals(tx, accountId)
  await sql`insert into appeal (account_id, warning_id, secret_hash, expires_at)
    values (${accountId}, ${warningId}, ${hash}, now() + make_interval(days => ${days}))`.execute(tx)
}

/** Voids undecided appeals against a suspension that ended or was replaced. */
export const closeSuspensionAppeals = (tx: Db, accountId: string) =>
  sql`delete from appeal where account_id = ${accountId} and warning_id is null and decided_at is null`.execute(tx)

/** Stores an appeal and uses up its secret. @returns false if the secret was invalid */
export async function submitAppeal(db: Db, hash: Buffer, text: string): Promise<boolean> {
  const { rows } = await sql`
    update appeal set text = ${text}, made_at = now()
    where secret_hash = ${hash} and made_at is null and expires_at > now() returning id`.execute(db)
  return rows.length > 0
}

interface AppealFilter {
  id?: string
  open?: boolean | undefined
  person?: string | undefined
}
type AppealRow = Appeal & { time: string; warning_id: string | null }

/** Submitted appeals, latest first. */
export async function listAppeals(
  db: Db,
  { id, open, person }: AppealFilter,
  { after, limit }: { after: { time: string; id: string } | undefined; limit: number },
): Promise<AppealRow[]> {
  const { rows } = await sql<AppealRow>`
    select appeal.id, json_build_object('id', account.id, 'nickname', account.nickname) as account,
      case when warning_id is null then 'suspension' else 'warning' end as against, warning_id,
      coalesce(user_warning.text, account.suspended_reason, '') as reason, appeal.text, ${isoTime(sql.ref('made_at'))} as made_at,
      is_granted, word, ${isoTime(sql.ref('decided_at'))} as decided_at, ${exactIsoTime(sql.ref('made_at'))} as time
    from appeal join account on account.id = appeal.account_id left join user_warning on user_warning.id = warning_id
    where made_at is not null
      ${id === undefined ? sql`` : sql`and appeal.id = ${id}`}
      ${open === undefined ? sql`` : open ? sql`and decided_at is null` : sql`and decided_at is not null`}
      ${person === undefined ? sql`` : sql`and appeal.account_id = ${person}`}
      ${after === undefined ? sql`` : sql`and (made_at, appeal.id) < (${after.time}::timestamptz, ${after.id})`}
    order by made_at desc, appeal.id desc limit ${limit}`.execute(db)
  return rows
}

/** A submitted appeal. */
export const findAppeal = (db: Db, _reader: Reader, id: string) => listAppeals(db, { id }, { after: undefined, limit: 1 })

/** @returns false if the appeal was decided concurrently */
export async function decideAppeal(tx: Db, id: string, { isGranted, word }: { isGranted: boolean; word: string }): Promise<boolean> {
  const { rows } = await sql`
    update appeal set is_granted = ${isGranted}, word = ${word}, decided_at = now()
    where id = ${id} and made_at is not null and decided_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** Deletes expired appeals that were never submitted. */
export const deleteUnsubmittedAppeals = (db: Db) => sql`delete from appeal where made_at is null and expires_at < now()`.execute(db)
