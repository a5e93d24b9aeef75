/** Finds keywords to suggest. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { mayFind } from '#features/channels/server/queries/access.ts'
import { escapeLike } from '#features/channels/server/queries/escape-like.ts'

/** Lists names and tags of these channels with a word that begins with the keyword, most frequent first. */
export const listKeywords = prepare(
  (_: Db, reader: Reader, keys: readonly string[], keyword: string, limit: number) => sql<{ keyword: string }>`
    with wanted as materialized (select '% ' || ${escapeLike(keyword)} || '%' as pattern)
    select min(named.keyword) as keyword
    from playlist cross join unnest(playlist.name || playlist.tags) as named (keyword) cross join wanted
    where playlist.key in (select unnest(${keys}::text[])::bigint) and ${mayFind(reader)} and folded(' ' || named.keyword) like wanted.pattern
    group by folded(named.keyword) order by count(*) desc, 1 limit ${limit}`,
)
