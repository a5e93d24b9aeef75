import { sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { AuditAct } from '#features/accounts/acts.ts'

export interface AuditFilter {
  actor?: string | undefined
  person?: string | undefined
  act?: AuditAct | undefined
  thing_type?: string | undefined
  thing_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

interface AuditPage {
  /** Id of the last entry of the previous page. */
  before: string | undefined
  limit: number
}

/** Acts, latest first. */
export const listAudit = (db: Db, { actor, person, act, thing_type, thing_id, from, to }: AuditFilter, { before, limit }: AuditPage) =>
  db
    .selectFrom('audit')
    .select((eb) => [
      sql<string>`audit.id::text`.as('id'),
      isoTime(eb.ref('at')).as('at'),
      'actor_id',
      'actor_name',
      eb.ref('act').$castTo<AuditAct>().as('act'),
      sql<{ type: string; id: string | null; name: string }>`jsonb_build_object('type', thing_type, 'id', thing_id, 'name', thing_name)`.as(
        'thing',
      ),
      'person_id',
      sql<Record<string, unknown> | null>`before`.as('before'),
      sql<Record<string, unknown> | null>`after`.as('after'),
      'reason',
    ])
    .$if(actor !== undefined, (q) => q.where('actor_id', '=', actor!))
    .$if(person !== undefined, (q) => q.where('person_id', '=', person!))
    .$if(act !== undefined, (q) => q.where('act', '=', act!))
    .$if(thing_type !== undefined, (q) => q.where('thing_type', '=', thing_type!))
    .$if(thing_id !== undefined, (q) => q.where('thing_id', '=', thing_id!))
    .$if(from !== undefined, (q) => q.where('at', '>=', sql<Date>`${from}::timestamptz`))
    .$if(to !== undefined, (q) => q.where('at', '<', sql<Date>`${to}::timestamptz`))
    .$if(before !== undefined, (q) => q.where(sql<boolean>`audit.id < ${before}::bigint`))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
