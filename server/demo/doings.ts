/** What people of the demonstration have done with what they follow: so that likes, history and the bell aren't empty. */
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/ids.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { addLikes } from '#features/social/server/queries/likes.ts'
import { findPlaylistKey } from '#features/watching/server/queries/history.ts'
import { insertViews } from '#features/watching/server/queries/views.ts'
import type { PersonRows } from './rows.ts'
import type { DemoPerson } from './people.ts'

/** Of each channel that is followed, from its beginning. */
const likedVideos = 1
const watchedVideos = 2

interface Known {
  person: DemoPerson
  id: string
}

/** @param all the rows of all people, in their order */
export async function insertDoings(db: Db, people: readonly Known[], all: readonly PersonRows[]): Promise<void> {
  for (const { person, id: user } of people)
    for (const { name, isNew } of person.follows ?? []) {
      const owner = all.findIndex(({ playlists }) => playlists.some((playlist) => playlist.name === name))
      const { playlists, series, videos } = all[owner]!
      const channel = playlists.find((playlist) => playlist.name === name)!
      const key = await findPlaylistKey(db, channel.id)
      if (key === undefined) continue
      const inside = new Set(series.flatMap(({ id, playlist_id }) => (playlist_id === channel.id ? [id] : [])))
      const shown = videos.filter((video) => inside.has(video.series_id))
      for (const { id } of shown.slice(0, likedVideos)) await addLikes(db, [user], { type: 'video', key: id })
      for (const { id } of shown.slice(0, watchedVideos))
        await insertViews(db, [{ id: newId(), viewer: { user, visitor: '00' }, viewed: { video: id } }])
      const subject = { type: 'playlist', key } as const
      if (isNew) await notify(db, { kind: 'new_items', to: user, subject, count: Math.max(1, shown.length - watchedVideos) })
      const actor = user
      await notify(db, { kind: 'new_follower', to: people[owner]!.id, actor, subject, bundle: channel.id })
    }
}
