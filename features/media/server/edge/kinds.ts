import type { Db } from '#kit/server/db/db.ts'
import type { PictureLists } from '../queries/picture-access.ts'
import type { EdgeKind } from './edge.ts'

/** Files of things that never change. */
export const unchanging = (
  kind: EdgeKind['kind'],
  listPublic: (db: Db, things: readonly string[]) => Promise<readonly string[]>,
): EdgeKind => ({
  kind,
  thingOf: (folder) => folder,
  findPublic: async (db, things) => new Map((await listPublic(db, things)).map((thing) => [thing, ''])),
})

export const edgePictures = (access: Pick<PictureLists, 'listPublic'>): EdgeKind => unchanging('pictures', access.listPublic)
