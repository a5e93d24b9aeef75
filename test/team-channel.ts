import { channelsContract } from '#features/channels/contract.ts'
import type { Db } from '#kit/server/db/db.ts'
import { makeFilledChannel } from './channels.ts'
import type { Person } from './people.ts'

type Client = Person['client']

/** Makes a public channel of the team that `client` acts for, with one series of videos named by single letters. */
export async function makeTeamChannel(db: Db, client: Client, letters: string) {
  const channel = await makeFilledChannel(db, client, letters.split(''), { status_id: 1 })
  const id = (letter: string) => channel.videoIds[letters.indexOf(letter)]!
  const read = () => client(channelsContract.getPlaylist, { params: { id: channel.playlistId } })
  const order = async () => (await read()).series.map(({ videos }) => videos.map(({ title }) => title).join('')).join(' ')
  const move = (user: Pick<Person, 'client'>, letter: string, body: object, { from = channel.seriesId, to = channel.seriesId } = {}) =>
    user.client(channelsContract.moveVideo, {
      params: { videoId: id(letter), seriesId: from, destId: to },
      body: { index: 0, ...body },
    })
  return { ...channel, id, read, order, move }
}
