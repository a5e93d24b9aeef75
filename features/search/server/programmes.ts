/** Programmes of the guide as results, beside videos. */
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Reader } from '#kit/server/reader.ts'
import { searchedWords, searchProgrammes } from '#features/guide/server/queries/guide.ts'
import type { FoundProgramme } from '#features/guide/shapes.ts'
import type { FoundVideo } from '../contract.ts'
import { askedTokens, tokensOf } from '../tokens.ts'

/** Programmes in one answer. */
const maxProgrammes = 20

/** Finds broadcasts whose titles contain all words: coming ones first. */
export async function findProgrammes(db: Db, reader: Reader, language: Language, keyword: string): Promise<FoundVideo[]> {
  const found = await searchProgrammes(db, reader, searchedWords(keyword), language, maxProgrammes)
  const asked = askedTokens(keyword)
  return found.map(({ json }) => {
    const { channel, programme } = JSON.parse(json) as FoundProgramme
    const tokens = tokensOf(programme.title)
    return {
      id: programme.id,
      type: 'epg',
      title: programme.title,
      image: null,
      playlist_id: null,
      series_id: null,
      owner: null,
      channel_id: channel.id,
      start: programme.startTime,
      match: { field: 'name', how: asked.every((token) => tokens.includes(token)) ? 'exact' : 'prefix' },
    }
  })
}
