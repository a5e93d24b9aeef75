import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { type Db, queryIds } from '#kit/server/db/db.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { isSuspended } from '#features/accounts/server/queries/operator-changes.ts'

/** A user to notify by email or push. */
export interface NotifiedUser {
  reader: Reader<User>
  email: string
  language: Language
  wantsMail: boolean
}

interface AddresseeRow {
  id: string
  email: string
  language: Language
  nickname: string | null
  adult_content: boolean
  following_content_alert: boolean
  country: string | null
  is_in_teams: boolean
}

const columns = sql`account.id, account.email, account.language, account.nickname, account.adult_content, account.following_content_alert,
  (select code from country where country.id = account.country_id) as country,
  exists (select from team_member where team_member.user_id = account.id) as is_in_teams`

function addresseeOf(row: AddresseeRow): NotifiedUser {
  const { id, nickname, country, email, language } = row
  const user: User = {
    id,
    sessionId: '',
    teamId: null,
    nickname,
    seesAdult: row.adult_content,
    isOperator: false,
    isModerator: false,
    canUploadVideo: false,
    isInTeams: row.is_in_teams,
    country,
  }
  return { reader: { user, country }, email, language, wantsMail: row.following_content_alert }
}

/** Returns the ids of the next users with pending emails. Those of suspended users wait for the end of the suspension. */
export const listMailRecipients = (db: Db, after: string, limit: number): Promise<string[]> =>
  queryIds(
    db,
    sql`select distinct account_id as id from notification join account on account.id = account_id
      where is_mail_due and account_id > ${after} and ${isSuspended} is not true order by account_id limit ${limit}`,
  )

/** Locks a user with pending emails until the transaction ends. Returns undefined if another process has locked the user. */
export async function lockMailRecipient(tx: Db, id: string): Promise<NotifiedUser | undefined> {
  const { rows } = await sql<AddresseeRow>`
    select ${columns} from account where id = ${id} for no key update of account skip locked`.execute(tx)
  return rows.map(addresseeOf)[0]
}

/** Removes the user's notifications from the next email, and marks those as read that aren't behind the bell. */
export const clearMailDue = (db: Db, userId: string) =>
  sql`update notification set is_mail_due = false, read_at = case when in_bell then read_at else coalesce(read_at, now()) end
    where account_id = ${userId} and is_mail_due`.execute(db)

/**
 * Takes notifications from the push queue before they are sent. If the process dies, these pushes are lost, but the list still has the
 * notifications.
 */
export async function dequeuePushes(db: Db, limit: number): Promise<{ id: string; account_id: string }[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    update notification set push_due_at = null, read_at = case when in_bell or is_mail_due then read_at else coalesce(read_at, now()) end
    where id in (select id from notification where push_due_at <= now() order by push_due_at limit ${limit} for update skip locked)
    returning id, account_id`.execute(db)
  return rows
}

export async function findNotifiedUsers(db: Db, ids: readonly string[]): Promise<NotifiedUser[]> {
  const { rows } = await sql<AddresseeRow>`select ${columns} from account where id = any(${[...ids]}::text[])`.execute(db)
  return rows.map(addresseeOf)
}

/** Deletes notifications: read ones after 90 days, others after a year. @returns their number; if it equals `limit`, there may be more */
export async function deleteOldNotifications(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from notification where id in (
      select id from notification where created_at < now() - interval '1 year'
        or (created_at < now() - interval '90 days' and read_at < now() - interval '90 days') limit ${limit})
    returning 1`.execute(db)
  return rows.length
}
