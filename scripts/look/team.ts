import type { Call } from '../bench/demo-users.ts'

interface Team {
  id: string
  users: { id: string; nickname: string }[]
  playlists: { id: string; name: string }[]
}
interface Channel {
  series: { id: string; videos: { id: string }[] }[]
}

/**
 * Gives the demonstration's team acts, comments and suggestions: its member moves videos, and only suggests from then on.
 * @returns values for `{name}` in the JSON files
 */
export async function prepareTeam(admin: Call, member: Call) {
  const [{ id } = { id: '' }] = await admin<{ id: string }[]>('GET', '/api/teams')
  const { users, playlists } = await admin<Team>('GET', `/api/teams/${id}`)
  const channel = playlists[0]!.id
  const { series } = await admin<Channel>('GET', `/api/playlists/${channel}`)
  const row = series.find(({ videos }) => videos.length > 2)!
  const [first, second, third] = row.videos.map((video) => video.id)
  const move = (video: string | undefined, before: string | undefined) =>
    member('POST', '/api/videos/move', { videos: [video], series_id: row.id, before, op_id: `look-${video}-${before}` })
  await move(third, first)
  const comment = (by: Call, text: string) => by('POST', '/api/comments', { item_type: 'video', item_id: first, text })
  await comment(member, 'Is this the long version? The short one starts with the credits.')
  const { nickname } = users[1]!
  await comment(admin, `@${nickname} the long one, from the restored print.`)
  await admin('POST', `/api/teams/role/${id}`, { user_id: users[1]!.id, role: 'suggester' })
  await move(second, third)
  await member('PUT', `/api/videos/${first}`, { title: 'The long version, from the restored print' })
  await member('PUT', `/api/series/${row.id}`, { name: 'How they did it' })
  await member('PATCH', `/api/playlists/${channel}`, { name: 'Modular Sunday, every week' })
  return { team: id, teamChannel: channel, commented: first }
}
