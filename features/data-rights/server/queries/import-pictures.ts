/** Pictures of an archive, and the imported things that show them. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { jsonRows, rowsText } from '#kit/server/db/json-rows.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { TemporaryFailure } from '#kit/server/http/overload.ts'
import type { Reader } from '#kit/server/reader.ts'
import { attachPicture } from '#features/channels/server/queries/picture-uses.ts'
import type { ImportedPictures } from '../../contract.ts'

export type PictureState = 'waiting' | 'kept' | 'unreadable' | 'too_many'

export interface NewImportPicture {
  name: string
  playlistIds: string[]
  videoIds: string[]
  state: PictureState
}
/** Inserts the pictures of an import in one statement. */
export async function insertImportPictures(db: Db, importId: string, pictures: readonly NewImportPicture[]): Promise<void> {
  const rows = pictures.map(({ name, playlistIds, videoIds, state }) => ({ name, playlist_ids: playlistIds, video_ids: videoIds, state }))
  await sql`
    insert into import_picture (import_id, name, playlist_ids, video_ids, state)
    select ${importId}, name, playlist_ids, video_ids, state from ${jsonRows('given', rowsText(rows), { name: 'text', playlist_ids: 'text[]', video_ids: 'text[]', state: 'text' })}`.execute(
    db,
  )
}

const countOf = (state: PictureState) => sql<number>`(count(*) filter (where state = ${sql.lit(state)}))::integer`
const counts = [
  countOf('waiting').as('waiting'),
  countOf('kept').as('kept'),
  countOf('unreadable').as('unreadable'),
  countOf('too_many').as('too_many'),
  sql<TemporaryFailure | null>`import_preview.pictures_held`.as('held'),
] as const
const importProgress = (db: Db, importId: string) =>
  db
    .selectFrom('import_preview')
    .leftJoin('import_picture', 'import_picture.import_id', 'import_preview.id')
    .select(counts)
    .where('import_preview.id', '=', importId)
    .groupBy('import_preview.id')

/** Returns the progress of an import's pictures; undefined if the reader has no such import. */
export const findImportPictures = prepare((db: Db, { user }: Reader, id: string) =>
  importProgress(db, id).where('import_preview.account_id', '=', user?.id ?? ''),
)

export const countImportPictures = (db: Db, importId: string): Promise<ImportedPictures | undefined> =>
  importProgress(db, importId).executeTakeFirst()

interface WaitingPictures {
  /** Id of the account that imports. */
  by: string
  /** Ids of some waiting pictures. */
  ids: string[]
  /** Age of the import in seconds. */
  ageSeconds: number
  /** Why pictures of another import couldn't be stored recently. */
  heldElsewhere: TemporaryFailure | null
}
/**
 * Returns an import's waiting pictures, and whether another import failed recently.
 * @param seconds for which a failure applies to all imports @returns undefined if the import was deleted
 */
export async function findWaitingPictures(db: Db, importId: string, limit: number, seconds: number): Promise<WaitingPictures | undefined> {
  const { rows } = await sql<WaitingPictures>`
    select account_id as by, extract(epoch from now() - created_at)::float8 as "ageSeconds",
      array(select name from import_picture where import_id = import_preview.id and state = 'waiting' order by name limit ${limit}) as ids,
      (select pictures_held from import_preview other
        where pictures_held_at > now() - make_interval(secs => ${seconds}) and other.id <> import_preview.id
        order by pictures_held_at desc limit 1) as "heldElsewhere"
    from import_preview where id = ${importId}`.execute(db)
  return rows[0]
}

/** Assigns a stored picture to its things, if the picture is still waiting. */
export async function setImportedPicture(db: Db, importId: string, name: string, pictureId: string): Promise<void> {
  const { rows } = await sql<{ playlist_ids: string[]; video_ids: string[] }>`
    update import_picture set state = 'kept' where import_id = ${importId} and name = ${name} and state = 'waiting'
    returning playlist_ids, video_ids`.execute(db)
  for (const row of rows) await attachPicture(db, pictureId, { playlistIds: row.playlist_ids, videoIds: row.video_ids })
}

/**
 * Stores why pictures can't be stored now; null if they can.
 * @param isOwnAttempt whether storing these pictures was tried; false if another import failed
 */
export async function setPictureObstacle(db: Db, importId: string, obstacle: TemporaryFailure | null, isOwnAttempt = false): Promise<void> {
  await sql`
    update import_preview set pictures_held = ${obstacle}, pictures_held_at = case when ${isOwnAttempt} then now() end
    where id = ${importId} and (pictures_held is distinct from ${obstacle} or pictures_held_at is not null or ${isOwnAttempt})`.execute(db)
}

/** @param name of the picture; undefined: all waiting pictures */
export async function endWaitingPictures(db: Db, importId: string, state: 'unreadable' | 'too_many', name?: string): Promise<void> {
  const isSelected = name === undefined ? sql`true` : sql`name = ${name}`
  await sql`update import_picture set state = ${state}
    where import_id = ${importId} and state = 'waiting' and ${isSelected}`.execute(db)
}
