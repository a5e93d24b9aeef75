import { makeChannel } from './channels.ts'
import { createUser, type Person } from './people.ts'
import { type Client, startTestServer } from './serve.ts'
import { channelsContract as contract } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'

/** Starts a server with a user who arranges channels. Returns functions that read and change the channels. */
export async function serveArranging() {
  const server = await startTestServer()
  const { db } = server
  const ann = await createUser(server)

  /** Returns the names in each section of the bar, in order. */
  async function bar({ client }: { client: Client }) {
    const { archive, other, public: open } = await client(contract.listMyPlaylists, {})
    const names = (tiles: typeof other) => tiles.map(({ name }) => name).join('')
    return {
      archive: names(archive),
      left: names(other.filter((tile) => tile.is_left)),
      other: names(other.filter((tile) => !tile.is_left)),
      public: names(open),
    }
  }
  /** Creates a user with private channels of these names; returns their ids. */
  async function withChannels(names: string): Promise<{ user: Person; id: Record<string, string> }> {
    const user = await createUser(server)
    const id: Record<string, string> = {}
    for (const name of names) id[name] = (await makeChannel(user.client, { name, status_id: status.private })).id
    return { user, id }
  }
  const move = (
    user: Person,
    id: string | undefined,
    body: { order?: number; is_left?: boolean; is_archived?: boolean; status_id?: number },
  ) => user.client(contract.updatePlaylist, { params: { id: id! }, body })
  const rearrange = (user: Person, ids: (string | undefined)[]) =>
    user.client(contract.rearrangePlaylists, { body: { playlists: ids as string[] } })
  const positions = async (ids: string[]) =>
    new Map(
      (await db.selectFrom('playlist').select(['id', 'position']).where('id', 'in', ids).execute()).map((row) => [row.id, row.position]),
    )
  return { server, db, ann, bar, withChannels, move, rearrange, positions }
}
