import { type Insertable, sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { deleteInBatches } from '#kit/server/db/delete-in-batches.ts'
import type { DB } from '#kit/server/db/schema.gen.ts'
import type { User } from '#kit/server/reader.ts'
import type { AuditAct } from '../../acts.ts'

interface AuditedAct {
  act: AuditAct
  thing: { type: string; id: string | null; name: string }
  /** The user whom the act concerns. This user may read the entry. */
  personId?: string | null | undefined
  /** The changed values before the act, without secrets. `after` contains them after the act. */
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  reason?: string | undefined
}

const toJson = (values: Readonly<Record<string, unknown>> | undefined) => (values ? JSON.stringify(values) : null)

/** Records an act, in its transaction. @param actor null: a command on the server */
export async function writeAudit(tx: Db, actor: Pick<User, 'id' | 'nickname'> | null, act: AuditedAct): Promise<void> {
  const row: Insertable<DB['audit']> = {
    actor_id: actor?.id ?? null,
    actor_name: actor ? (actor.nickname ?? '') : 'system',
    act: act.act,
    thing_type: act.thing.type,
    thing_id: act.thing.id,
    thing_name: act.thing.name.slice(0, 300),
    person_id: act.personId ?? null,
    before: toJson(act.before),
    after: toJson(act.after),
    reason: act.reason ?? '',
  }
  await tx.insertInto('audit').values(row).execute()
}

/**
 * Removes a deleted user's name, and the reasons, from all acts on that user, including those that the user couldn't read. Acts by the
 * deleted user keep the name.
 */
export const anonymizeAudit = async (db: Db, userId: string): Promise<void> => {
  await sql`update audit set thing_id = null, thing_name = '', reason = ''
    where person_id = ${userId} or (thing_type = 'user' and thing_id = ${userId})`.execute(db)
}

/** Deletes acts older than two years. */
export const deleteOldAudit = (db: Db): Promise<void> => deleteInBatches(db, 'audit', sql`at < now() - interval '2 years'`)
