import type { Db } from '#kit/server/db.ts'
import type { Target } from '../look.ts'

/** What is looked at for a video; undefined when it has gone. */
export const findTarget = (db: Db, videoId: string): Promise<Target | undefined> =>
  db
    .selectFrom('video')
    .select(['src as address', 'embed_url as embedUrl', 'content_type as contentType'])
    .where('id', '=', videoId)
    .executeTakeFirst()
