import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { ImportedChannel } from '../import/imported.ts'

/** Of one person: an older one gives way. */
const keptPreviews = 5

/** Keeps what was read for an hour. @returns its id */
export async function insertPreview(db: Db, accountId: string, channels: readonly ImportedChannel[]): Promise<string> {
  await db
    .deleteFrom('import_preview')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('import_preview as earlier')
        .select('earlier.id')
        .where('earlier.account_id', '=', accountId)
        .orderBy('earlier.created_at', 'desc')
        .orderBy('earlier.id')
        .offset(keptPreviews - 1),
    )
    .execute()
  const { id } = await db
    .insertInto('import_preview')
    .values({ account_id: accountId, channels: JSON.stringify(channels) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const isFresh = sql<boolean>`created_at > now() - interval '1 hour'`

/** Something that this reader may make channels of. */
export const findPreview = prepare((db: Db, { user }: Reader, id: string) =>
  db
    .selectFrom('import_preview')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', user?.id ?? '')
    .where(isFresh),
)

/** What was read, or the channels that were made of it; locked until the transaction ends. */
export const lockPreview = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('import_preview')
    .select((eb) => [eb.ref('channels').$castTo<ImportedChannel[]>().as('channels'), 'made'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const setMade = (db: Db, id: string, made: readonly string[]) =>
  db
    .updateTable('import_preview')
    .set({ made: [...made] })
    .where('id', '=', id)
    .execute()

/** How many channels somebody has. */
export const countChannels = async (db: Db, ownerId: string): Promise<number> =>
  (
    await db
      .selectFrom('playlist')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'channel')
      .executeTakeFirstOrThrow()
  ).count

export const deleteOldPreviews = (db: Db) =>
  db
    .deleteFrom('import_preview')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
