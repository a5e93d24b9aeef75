/** Words of the index that resemble sought ones. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'

/** Words that begin with the last token. */
const maxBeginnings = 20
const maxSimilar = 8

export interface KnownToken {
  token: string
  /** Number of documents with it, roughly. */
  uses: number
  /** Of the last token: more frequent words that begin with it. */
  beginnings: string[]
}

/** Looks up tokens, in their order. The last one may be a beginning. */
export const lookUpTokens = prepare(
  (_: Db, tokens: readonly string[]) => sql<KnownToken>`
    select token, coalesce((select uses from search_vocabulary where word = token), 0) as uses,
      case when place = cardinality(${tokens}::text[]) and length(token) >= 3 then array(
        select word from search_vocabulary where left(word, 3) = left(token, 3) and starts_with(word, token) and word <> token
        order by uses desc, word limit ${sql.lit(maxBeginnings)}) else '{}' end as beginnings
    from unnest(${tokens}::text[]) with ordinality as sought (token, place) order by place`,
)

export interface SimilarWords {
  token: string
  /** With typing errors: 1 in words of 4 letters, 2 in longer ones; never in digits. */
  typos: string[]
  sameStem: string[]
}

/** Finds words that resemble tokens. */
export const findSimilarWords = prepare(
  (_: Db, tokens: readonly string[], stems: readonly string[]) => sql<SimilarWords>`
    select token, array(select word from misspelled_words(token, ${sql.lit(maxSimilar)})) as typos,
      array(select word from search_vocabulary where stem = sought.stem and word <> token order by uses desc, word limit ${sql.lit(maxSimilar)}) as "sameStem"
    from unnest(${tokens}::text[], ${stems}::text[]) with ordinality as sought (token, stem, place) order by place`,
)
