/** The demonstration's promotions: users' channels, with a TV channel before each. */
import type { Db } from '#kit/server/db/db.ts'
import { limits } from '#features/tv-sources/rules.ts'
import { insertPromotion } from '#features/tv-sources/server/queries/promotions.ts'
import { findPlaylistKey } from '#features/watching/server/queries/history.ts'
import type { PersonRows } from './rows.ts'

const userChannels = ['Slow Waters', 'Under Water', 'Kinderuur', 'Night Trains']
/** Keys of promoted TV channels. */
const promotedTv = ['noordzee-1', 'atlas', 'junior', 'klassiek']

/** @param personRows the rows of all people */
export async function promoteChannels(db: Db, personRows: readonly PersonRows[]): Promise<void> {
  const playlists = personRows.flatMap((rows) => rows.playlists)
  for (const name of userChannels) {
    const playlistKey = await findPlaylistKey(db, playlists.find((playlist) => playlist.name === name)!.id)
    await insertPromotion(db, { tvChannelId: null, playlistKey: playlistKey! }, undefined, limits.promotions)
  }
}

/** @param ids of the new TV channels, by key */
export const promoteTv = (db: Db, ids: ReadonlyMap<string, string>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const [place, key] of promotedTv.entries()) {
      const tvChannelId = ids.get(key)
      if (tvChannelId !== undefined) await insertPromotion(tx, { tvChannelId, playlistKey: null }, 2 * place, limits.promotions)
    }
  })
