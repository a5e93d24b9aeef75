import { makeFilledChannel, makeTeam } from './channels.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { startFakeSite } from './site.ts'
import { activityContract as contract } from '#features/activity/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'

/** Starts a server with four users and a site of films. Returns functions that make teams with an admin, a member and a suggester. */
export async function serveSuggestions() {
  const films = await startFakeSite()
  const server = await startTestServer({ OUTBOUND_ALLOW: films.host })
  const { db, clientFor } = server
  const [ann, bob, sue, eve] = await Promise.all([createUser(server), createUser(server), createUser(server), createUser(server)])

  async function team() {
    const teamId = await makeTeam(db, { members: [ann, bob, sue], invited: [eve] })
    await ann.client(teamsContract.setRole, { params: { id: teamId }, body: { user_id: sue.id, role: 'suggester' } })
    const teamClient = clientFor({ token: ann.token, teamId })
    const channel = await makeFilledChannel(db, teamClient, ['A', 'B', 'C', 'D', 'E'], { status_id: 1, name: 'Films' })
    const id = (letter: string) => channel.videoIds['ABCDE'.indexOf(letter)]!
    const read = () => ann.client(channelsContract.getPlaylist, { params: { id: channel.playlistId } })
    const order = async () =>
      (await read()).series.map(({ name, videos }) => `${name}: ${videos.map(({ title }) => title).join('')}`).join(' | ')
    const move = (user: Person, letter: string, body: object) =>
      user.client(channelsContract.moveVideo, {
        params: { videoId: id(letter), seriesId: channel.seriesId, destId: channel.seriesId },
        body: { index: 0, ...body },
      })
    const open = async (user: Person = ann) => (await user.client(contract.listSuggestions, { params: { id: teamId } })).data
    const paramsOf = (suggestionId: string | undefined) => ({ id: teamId, suggestion_id: suggestionId! })
    const approve = (suggestionId: string | undefined, user: Person = ann) =>
      user.client(contract.approveSuggestion, { params: paramsOf(suggestionId) })
    const refuse = (suggestionId: string | undefined, reason?: string, user: Person = ann) =>
      user.client(contract.refuseSuggestion, { params: paramsOf(suggestionId), body: { ...(reason !== undefined && { reason }) } })
    const withdraw = (suggestionId: string | undefined, user: Person = sue) =>
      user.client(contract.withdrawSuggestion, { params: paramsOf(suggestionId) })
    const approveNext = async () => {
      await approve((await open())[0]!.id)
      return order()
    }
    const acts = async () => (await bob.client(contract.listActivity, { params: { id: teamId } })).data
    return { ...channel, teamId, inTeam: teamClient, id, read, order, move, open, approve, refuse, withdraw, approveNext, acts }
  }
  return { films, server, ann, bob, sue, eve, team }
}

/** The outcome of a call that is stored as a suggestion. */
export const suggestedOutcome = '202 suggested'
/** Returns the texts of a user's notifications. */
export const readNotificationTexts = async (user: Person) =>
  (await user.client(notificationsContract.listNotifications, {})).data.map(({ text }) => text)
