/** What somebody has watched, as they get it who ask for all that is kept of them, and how it goes with the account. */
import { sql } from 'kysely'
import { type Db, iso } from '#kit/server/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { readerNamed } from '#kit/server/reader.ts'
import { mayFind, playlistRestriction, videoRestriction } from '#features/curation/server/queries/access.ts'
import { keepsHistory } from './history.ts'

const atOnce = 5000

interface Watched {
  id: string
  watched_at: string
  time: string
}
/** With the name and the address of each, as long as they may still find it: the id of a channel may be the key of a private link by now. */
async function* listHistory(db: Db, userId: string): AsyncGenerator {
  const reader = readerNamed(userId)
  const isFound = sql`${mayFind(reader)}
          and (case when video.id is null then ${playlistRestriction(reader)} else ${videoRestriction(reader)} end) is null`
  for (let after = { time: '-infinity', id: '' }; ;) {
    const { rows } = await sql<Watched>`
      select view.id, ${iso(sql.ref('view.viewed_at'))} as watched_at, view.viewed_at::text as time,
        case when view.video_id is null then 'playlist' else 'video' end as type,
        case when ${isFound} then coalesce(video.id, playlist.id) end as watched_id,
        case when ${isFound} then coalesce(video.title, playlist.name) end as name
      from view_action view left join video on video.id = view.video_id left join series on series.id = video.series_id
        left join playlist on playlist.key = view.playlist_key or playlist.id = series.playlist_id
      where view.user_id = ${userId} and (view.viewed_at, view.id) > (${after.time}::timestamptz, ${after.id})
      order by view.viewed_at, view.id limit ${atOnce}`.execute(db)
    for (const { id: _, time: __, ...row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last
  }
}

const listPositions = (db: Db, userId: string) =>
  db
    .selectFrom('watch_position')
    .select((eb) => [
      'video_id',
      'position',
      'duration',
      iso(eb.ref('watched_at')).as('watched_at'),
      iso(eb.ref('reported_at')).as('reported_at'),
    ])
    .where('user_id', '=', userId)
    .orderBy('reported_at')
    .execute()

export const watchingPersonalData: PersonalData = {
  exports: { history: listHistory, positions: listPositions, keeps_history: keepsHistory },
  async remove(db, userId) {
    for (let deleted = BigInt(atOnce); deleted === BigInt(atOnce);) {
      const { numAffectedRows } = await sql`
        delete from view_action where id in (select id from view_action where user_id = ${userId} limit ${atOnce})`.execute(db)
      deleted = numAffectedRows ?? 0n
    }
  },
}
