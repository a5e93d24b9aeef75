import type { Db } from '#kit/server/db/db.ts'
import type { Target } from '../check-link.ts'

/** Returns the check target of a video; undefined if deleted. */
export const findTarget = (db: Db, videoId: string): Promise<Target | undefined> =>
  db
    .selectFrom('video')
    .select(['src as address', 'embed_url as embedUrl', 'content_type as contentType'])
    .where('id', '=', videoId)
    .executeTakeFirst()
