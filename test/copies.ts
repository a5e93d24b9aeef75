import { newId } from '#kit/server/ids.ts'
import { fillSeries, makeFilledChannel } from './channels.ts'
import { createUser } from './people.ts'
import { type Client, startTestServer } from './serve.ts'
import { channelsContract as contract, type Playlist } from '#features/channels/contract.ts'

type CopyTarget = { series_id: string } | { playlist_id: string }

/** Starts a server with users who copy, and returns their calls. */
export async function serveCopying() {
  const server = await startTestServer()
  const { db, guest, services } = server
  const [ann, bob] = await Promise.all([createUser(server, { is_public: true }), createUser(server)])
  const adult = await createUser(server, { adult_content: true, adult_passed_at: new Date(), birthday: new Date('1980-01-01') })

  const copyPlaylist = (client: Client, playlist_id: string, fields: { order?: number; is_left?: boolean; status_id?: number } = {}) =>
    client(contract.copyPlaylist, { body: { playlist_id, ...fields } })
  const copySeries = (
    client: Client,
    series_id: string,
    playlist_id: string,
    more: { source_playlist_id?: string; index?: number; name?: string } = {},
  ) => client(contract.copySeries, { body: { series_id, playlist_id, ...more } })
  const copyVideo = (client: Client, video_id: string, to: CopyTarget, fields: { source_playlist_id?: string; index?: number } = {}) =>
    client(contract.copyVideo, { body: { video_id, ...to, ...fields } })
  const read = (client: Client, id: string) => client(contract.getPlaylist, { params: { id } })
  const change = (client: Client, id: string, body: { status_id?: number; adult?: boolean }) =>
    client(contract.updatePlaylist, { params: { id }, body })
  const titlesOf = ({ series }: Pick<Playlist, 'series'>) => series.map(({ videos }) => videos.map(({ title }) => title).join(''))
  const copyName = /^Copy from playlist - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

  /** Creates a channel in which all fields have values, with characters of markup in texts. */
  async function makeRich(client: Client) {
    const { playlistId, seriesId, videoIds } = await makeFilledChannel(db, client, ['A', 'B', 'C'], { tags: ['<i>slow</i>', 'trains'] })
    await client(contract.updatePlaylist, {
      params: { id: playlistId },
      body: { description: '<script>alert(1)</script>', slug: newId().toLowerCase(), finished: true },
    })
    await db
      .updateTable('video')
      .set({
        description: '"><img src=x onerror=alert(1)>',
        go_to: 'https://shop.test/',
        go_to_title: 'Shop',
        more_title: 'More',
        more_info_title: 'Info',
        more_description: 'About it',
        duration: 61,
        start_at: 5,
        end_at: 50,
        is_live: true,
        embed_url: 'https://films.test/embed',
        content_type: 'video/mp4',
        published_at: new Date('2020-02-03T04:05:06Z'),
        views: 7,
        likes: 0,
      })
      .where('id', '=', videoIds[1]!)
      .execute()
    await db.updateTable('playlist').set({ views: 9, default_rank: 3 }).where('id', '=', playlistId).execute()
    await client(contract.updateSeries, { params: { id: seriesId }, body: { home_video_id: videoIds[1]!, description: 'Of it' } })
    const { id: header } = await client(contract.createSeries, { body: { playlist_id: playlistId, name: 'Banner', type: 'header' } })
    await client(contract.updateSeries, { params: { id: header }, body: { position: 0 } })
    await fillSeries(db, header, ['Z'])
    return { playlistId, seriesId, videoIds, header }
  }
  return { server, db, guest, services, ann, bob, adult, copyPlaylist, copySeries, copyVideo, read, change, titlesOf, copyName, makeRich }
}
