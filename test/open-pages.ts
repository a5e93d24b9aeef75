import { once } from 'node:events'
import { WebSocket } from 'ws'
import { cookieNames } from '#kit/contract/cookies.ts'
import { presencePath, type PresentMember, togetherContract } from '#features/together/contract.ts'
import type { Person } from './people.ts'

export interface SocketOptions {
  headers?: Record<string, string>
  /** False: doesn't answer pings, like a machine that was unplugged. */
  autoPong?: boolean
}

/** Begins to open the socket of a page that shows a channel. */
export const connectPage = (
  url: string,
  user: Pick<Person, 'cookie'> | undefined,
  playlistId: string,
  { headers = {}, autoPong = true }: SocketOptions = {},
): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}${presencePath}?playlist_id=${playlistId}`, {
    headers: { ...(user && { cookie: `${cookieNames.media}=${user.cookie}` }), ...headers },
    autoPong,
  })

/** Opens a channel like a page: with a call, then a socket. */
export async function openPage(url: string, user: Person, playlistId: string, options?: SocketOptions) {
  await user.client(togetherContract.notePresence, { body: { playlist_id: playlistId } })
  const socket = connectPage(url, user, playlistId, options)
  const lists: PresentMember[][] = []
  socket.on('message', (data: Buffer) => void lists.push((JSON.parse(data.toString()) as { people: PresentMember[] }).people))
  await once(socket, 'open')
  return {
    socket,
    lists,
    /** Returns the latest list in a short form. */
    shows: () => lists.at(-1)?.map(({ user_id: id, dragging }) => (dragging === null ? id : `${id} drags ${dragging}`)),
  }
}
