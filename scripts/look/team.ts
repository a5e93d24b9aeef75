import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Call } from '../bench/demo-users.ts'

interface Team {
  id: string
  name: string
  users: { id: string; nickname: string }[]
  playlists: { id: string; name: string }[]
}
interface Channel {
  series: { id: string; videos: { id: string }[] }[]
}

/** An email address without an account. */
const outsider = 'wout@peeters.example'

/** Returns the code of the invitation to {@link outsider}, once its email is in the outbox. */
async function readInvitation(dataDir: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  for (let attempt = 0; attempt < 100; attempt++) {
    for (const file of readdirSync(outbox)) {
      const { to, text = '' } = await PostalMime.parse(readFileSync(join(outbox, file)))
      const code = /[?&]code=(\w+)/.exec(text)?.[1]
      if (code !== undefined && to?.some(({ address }) => address === outsider)) return code
    }
    await sleep(100)
  }
  throw new Error(`${outbox} has no invitation`)
}

interface People {
  admin: Call
  /** Calls the server as the team's member. */
  member: Call
  /** Calls the server as a user who joins the team. */
  newMember: Call
  /** Calls the server as a user who is invited to the team, and creates another team. */
  invited: Call
}

/**
 * Adds a member, acts, comments and suggestions to the demonstration's team. The first member moves videos, and then becomes a suggester.
 * @param dataDir folder with the outbox
 * @returns values for `{name}` in the JSON files
 */
export async function prepareTeam({ admin, member, newMember, invited }: People, dataDir: string) {
  const [{ id } = { id: '' }] = await admin<{ id: string }[]>('GET', '/api/teams')
  const { email } = await newMember<{ email: string }>('GET', '/api/user/profile')
  await admin('POST', `/api/teams/${id}`, { users: [email, outsider] })
  await newMember('POST', `/api/teams/user-approval/${id}`, { is_rejected: false })
  const own = await invited<Team>('POST', '/api/teams', { name: 'Neighbourhood television of a rather long name' })
  const { name, users, playlists } = await admin<Team>('GET', `/api/teams/${id}`)
  const channel = playlists[0]!.id
  const { series } = await admin<Channel>('GET', `/api/playlists/${channel}`)
  const row = series.find(({ videos }) => videos.length > 2)!
  const [first, second, third] = row.videos.map((video) => video.id)
  const move = (video: string | undefined, before: string | undefined) =>
    member('POST', '/api/videos/move', { videos: [video], series_id: row.id, before, op_id: `look-${video}-${before}` })
  await move(third, first)
  const comment = (call: Call, text: string) => call('POST', '/api/comments', { item_type: 'video', item_id: first, text })
  await comment(member, 'Is this the long version? The short one starts with the credits.')
  const { nickname } = users[1]!
  await comment(admin, `@${nickname} the long one, from the restored print.`)
  await admin('POST', `/api/teams/role/${id}`, { user_id: users[1]!.id, role: 'suggester' })
  await move(second, third)
  await member('PUT', `/api/videos/${first}`, { title: 'The long version, from the restored print' })
  await member('PUT', `/api/series/${row.id}`, { name: 'How they did it' })
  await member('PATCH', `/api/playlists/${channel}`, { name: 'Modular Sunday, every week' })
  return {
    team: id,
    teamName: encodeURIComponent(name),
    teamAdmin: users[0]!.id,
    teamChannel: channel,
    commented: first,
    ownTeam: own.id,
    invitation: await readInvitation(dataDir),
  }
}
