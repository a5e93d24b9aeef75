import { sql } from 'kysely'
import type { Db } from '#kit/server/db.ts'
import { prepare } from '#kit/server/prepare.ts'
import type { Viewer } from '#kit/server/viewer.ts'
import { mayFind } from './access.ts'
import { noOrder, tileColumns } from './columns.ts'

/** Channels that resemble the keyword in name or tags, nearest first; from behind `after`. */
export const searchPlaylists = prepare(
  (db: Db, viewer: Viewer | null, keyword: string, limit: number, after: { score: number; id: string } | undefined) =>
    db
      .selectFrom(sql<{ id: string; score: number }>`playlists_like(${keyword})`.as<'hit'>(sql.ref('hit')))
      .innerJoin('playlist', 'playlist.id', 'hit.id')
      .innerJoin('account', 'account.id', 'playlist.user_id')
      .select((eb) => [...tileColumns(viewer)(eb), noOrder, 'hit.score'])
      .where('playlist.kind', '=', 'channel')
      .where(mayFind(viewer))
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(hit.score, hit.id) < (${after!.score}::real, ${after!.id})`))
      .orderBy('hit.score', 'desc')
      .orderBy('hit.id', 'desc')
      .limit(limit),
)

/** Names and tags that have a word beginning with the keyword, those of most channels first. */
export async function listKeywords(db: Db, viewer: Viewer | null, keyword: string, limit: number): Promise<string[]> {
  const beginning = sql`'% ' || folded(${keyword.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`
  const found = await db
    .selectFrom(['playlist', sql<{ text: string }>`unnest(playlist.name || playlist.tags)`.as<'keyword'>(sql`keyword(text)`)])
    .select(sql<string>`min(keyword.text)`.as('keyword'))
    .where('playlist.kind', '=', 'channel')
    .where(mayFind(viewer))
    .where('playlist.words', 'like', sql<string>`${beginning}`)
    .where(sql<boolean>`folded(' ' || keyword.text) like ${beginning}`)
    .groupBy(sql`folded(keyword.text)`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('keyword')
    .limit(limit)
    .execute()
  return found.map(({ keyword }) => keyword)
}
