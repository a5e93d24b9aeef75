import type { Db } from '#kit/server/db/db.ts'
import type { PictureQueries } from '../queries/picture-access.ts'
import type { EdgeKind } from './edge.ts'

/** Creates a kind of files whose content never changes. */
export const createStaticKind = (
  kind: EdgeKind['kind'],
  listPublic: (db: Db, ids: readonly string[]) => Promise<readonly string[]>,
): EdgeKind => ({
  kind,
  thingOf: (folder) => folder,
  findPublic: async (db, ids) => new Map((await listPublic(db, ids)).map((id) => [id, ''])),
})

export const createPictureKind = (access: Pick<PictureQueries, 'listPublic'>): EdgeKind => createStaticKind('pictures', access.listPublic)
