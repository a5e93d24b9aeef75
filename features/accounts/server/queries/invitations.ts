import { sql } from 'kysely'
import { type Db, exactIsoTime, executeWrite, isoTime } from '#kit/server/db/db.ts'

/** Invitations to register. */

const isOpenInvitation = sql<boolean>`(revoked_at is null and expires_at > now() and uses < max_uses)`

/** Returns the id of an invitation that still admits an account. */
export const findOpenInvitation = (db: Db, code: string) =>
  db.selectFrom('registration_invitation').select('id').where('code', '=', code).where(isOpenInvitation).executeTakeFirst()

/** Counts an account; false if the invitation admits no more. */
export const countInvitationUse = (tx: Db, id: string): Promise<boolean> =>
  executeWrite(tx, sql`update registration_invitation set uses = uses + 1 where id = ${id} and ${isOpenInvitation}`)

interface NewInvitation {
  note: string
  max_uses: number
  expires_at: string
  created_by: string
}
export const insertInvitation = (tx: Db, row: NewInvitation) =>
  tx.insertInto('registration_invitation').values(row).returning('id').executeTakeFirstOrThrow()

/** Revokes an invitation. @returns its note; undefined if unknown or already revoked */
export const revokeInvitation = (tx: Db, id: string) =>
  tx
    .updateTable('registration_invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['note', 'uses', 'max_uses'])
    .executeTakeFirst()

interface InvitationList {
  id?: string
  after?: { createdAt: string; id: string } | undefined
  limit: number
}

/** Invitations, latest first. */
export const listInvitations = (db: Db, { id, after, limit }: InvitationList) =>
  db
    .selectFrom('registration_invitation')
    .leftJoin('account', 'account.id', 'registration_invitation.created_by')
    .select((eb) => [
      'registration_invitation.id',
      'code',
      'note',
      'max_uses',
      'uses',
      isoTime(eb.ref('registration_invitation.created_at')).as('created_at'),
      isoTime(eb.ref('registration_invitation.expires_at')).as('expires_at'),
      'account.nickname as created_by',
      isOpenInvitation.as('is_open'),
      exactIsoTime(eb.ref('registration_invitation.created_at')).as('time'),
    ])
    .$if(id !== undefined, (q) => q.where('registration_invitation.id', '=', id!))
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(registration_invitation.created_at, registration_invitation.id) < (${after!.createdAt}::timestamptz, ${after!.id})`,
      ),
    )
    .orderBy('registration_invitation.created_at', 'desc')
    .orderBy('registration_invitation.id', 'desc')
    .limit(limit)
    .execute()
