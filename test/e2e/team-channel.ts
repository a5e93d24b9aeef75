import type { Page } from 'playwright'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { demoPerson, makeChannel } from './demo.ts'

/** Creates a team of two demonstration users. Its admin has a channel in it, with a series of videos `One 1`, `One 2`, … */
export async function makeTeamChannel(name: string, videos = 5) {
  const [admin, member] = await Promise.all([demoPerson('marieke'), demoPerson('noor')])
  const { email, id: memberId } = await member.client(accountsContract.getProfile, {})
  const { nickname: adminName } = await admin.client(accountsContract.getProfile, {})
  const channelId = await makeChannel('marieke', name, { One: videos })
  const { id: teamId } = await admin.client(teamsContract.createTeam, { body: { name, users: [email], playlists: [channelId] } })
  await member.client(teamsContract.answerInvitation, { params: { id: teamId }, body: { is_rejected: false } })
  const read = () => admin.client(channelsContract.getPlaylist, { params: { id: channelId } })
  const [row] = (await read()).series
  const videoIds = row!.videos.map(({ id }) => id)
  /** Returns the order that the server has: `1 2 3`. */
  const order = async () => (await read()).series[0]!.videos.map(({ title }) => title.slice('One '.length)).join(' ')
  const remove = () => admin.client(teamsContract.removeMember, { params: { team_id: teamId, user_id: memberId } })
  return { teamId, channelId, seriesId: row!.id, videoIds, admin, adminName: adminName!, member, read, order, remove }
}

export const videoCard = (page: Page, title: string) => page.locator('[data-card] > a').filter({ hasText: new RegExp(`${title}(?!\\d)`) })
