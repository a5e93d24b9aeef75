import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import type { PictureCondition, PictureUses } from '#kit/server/picture-uses.ts'
import { prepare, prepareOne } from '#kit/server/db/prepare.ts'
import type { Reader, User } from '#kit/server/reader.ts'

/** Decides who may see and use a picture, by the things that show the picture. */
export interface PictureAccess {
  isPublic: (db: Db, id: string) => Promise<boolean>
  isSeenBy: (db: Db, id: string, reader: Reader<User>) => Promise<boolean>
  isLinked: (db: Db, id: string, reader: Reader, link: string) => Promise<boolean>
  isOwnedBy: (db: Db, id: string, userId: string) => Promise<boolean>
}

export interface PictureQueries extends PictureAccess {
  /** Returns which of these pictures are public. */
  listPublic: (db: Db, ids: readonly string[]) => Promise<string[]>
}

const joinWithOr = (conditions: readonly PictureCondition[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

export function createPictureAccess(uses: readonly PictureUses[]): PictureQueries {
  const isPublic = prepareOne((db, id: string) => db.selectNoFrom(joinWithOr(uses.map((use) => use.isPublic(id))).as('holds')))
  const publicIds = prepare(
    (_db, ids: readonly string[]) => sql<{ id: string }>`
      select asked.id from unnest(${ids}::text[]) asked (id) where ${joinWithOr(uses.map((use) => use.isPublic(sql.ref('asked.id'))))}`,
  )
  const isSeenBy = prepareOne((db, id: string, reader: Reader<User>) =>
    db.selectNoFrom(joinWithOr(uses.map((use) => use.isSeenBy(id, reader))).as('holds')),
  )
  const isLinked = prepareOne((db, id: string, reader: Reader, link: string) =>
    db.selectNoFrom(joinWithOr(uses.flatMap((use) => use.isLinked?.(id, reader, link) ?? [])).as('holds')),
  )
  const isOwnedBy = prepareOne((db, id: string, userId: string) =>
    db.selectNoFrom(joinWithOr(uses.map((use) => use.isOwnedBy(id, userId))).as('holds')),
  )
  const holds = async (row: Promise<{ holds: boolean } | undefined>) => (await row)?.holds ?? false
  return {
    isPublic: (db, id) => holds(isPublic(db, id)),
    listPublic: async (db, ids) => (await publicIds(db, ids)).map(({ id }) => id),
    isSeenBy: (db, id, reader) => holds(isSeenBy(db, id, reader)),
    isLinked: (db, id, reader, link) => holds(isLinked(db, id, reader, link)),
    isOwnedBy: (db, id, userId) => holds(isOwnedBy(db, id, userId)),
  }
}
