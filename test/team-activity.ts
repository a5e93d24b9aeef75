import { makeFilledChannel, makeTeam } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { activityContract as contract, type Act } from '#features/activity/contract.ts'

/** Starts a server with four users. Returns functions that make teams of the first two, with a channel and calls about their activity. */
export async function serveActivity() {
  // Runs no jobs, because scheduled ones read the same tables at full minutes.
  const server = await startTestServer({ WORKER: 'off' })
  const { db, clientFor } = server
  const [ann, bob, eve, gus] = await Promise.all([createUser(server), createUser(server), createUser(server), createUser(server)])

  async function team(letters = 'ABCDE') {
    const teamId = await makeTeam(db, { members: [ann, bob], invited: [eve] })
    const teamClient = clientFor({ token: ann.token, teamId })
    const channel = await makeFilledChannel(db, teamClient, letters.split(''), { status_id: 1, name: 'Films' })
    const id = (letter: string) => channel.videoIds[letters.indexOf(letter)]!
    const read = () => ann.client(channelsContract.getPlaylist, { params: { id: channel.playlistId } })
    const order = async () => (await read()).series.map(({ videos }) => videos.map(({ title }) => title).join('')).join(' ')
    const move = (user: Person, letter: string, body: object, to = channel.seriesId) =>
      user.client(channelsContract.moveVideo, {
        params: { videoId: id(letter), seriesId: channel.seriesId, destId: to },
        body: { index: 0, ...body },
      })
    const list = async (user: Person = bob) => (await user.client(contract.listActivity, { params: { id: teamId } })).data
    const undo = (act: Act | undefined, user: Person = bob) => user.client(contract.undoAct, { params: { id: teamId, act_id: act!.id } })
    const activityTexts = async () =>
      (await list()).map(
        ({ kind, type, thing, actor, is_undo, is_undone }) =>
          `${actor?.nickname === ann.nickname ? 'ann' : actor?.nickname === bob.nickname ? 'bob' : actor?.nickname === gus.nickname ? 'gus' : '-'} ${kind} ${type} ${thing.name}${is_undo ? ' (undo)' : ''}${is_undone ? ' (undone)' : ''}`,
      )
    return { teamId, inTeam: teamClient, ...channel, id, read, order, move, list, undo, said: activityTexts }
  }
  return { server, ann, bob, eve, gus, team }
}

/** Returns the status, code and message with which a call is refused. */
export const refusalReason = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { status: number; body: { message: string; code: string } }) => `${error.status} ${error.body.code}: ${error.body.message}`,
  )
