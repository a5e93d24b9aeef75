/** Every call in team mode, and every call on a team's things: what members, invited people and strangers may do. */
import { expect, test } from 'vitest'
import { newId } from '#kit/server/ids.ts'
import { type Endpoint, fillPath } from '#kit/contract/endpoint.ts'
import { examples } from '#features/channels/contract/examples.ts'
import { status } from '#features/channels/rules.ts'
import { commentsExamples } from '#features/comments/rules.ts'
import { shortcutsExamples } from '#features/shortcuts/contract.ts'
import { contracts } from '#server/features.ts'
import { makeTeam } from './channels.ts'
import { injectRequest } from './inject-request.ts'
import { createNamedThings } from './named-things.ts'
import { type Person, createUser } from './people.ts'
import { startTestServer } from './serve.ts'
import { startFakeSite } from './site.ts'

const films = await startFakeSite()
const server = await startTestServer({ OUTBOUND_ALLOW: films.host, RATE_LIMITS: 'off', PAYMENTS: 'sandbox' })
const { app, db } = server
const [member, suggester] = await Promise.all([createUser(server), createUser(server)])
const [invited, removed, stranger] = await Promise.all([createUser(server), createUser(server), createUser(server)])

/** Leaves out the events endpoint, which responds until the login ends. */
const endpoints = contracts.flatMap((contract) =>
  Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) => (endpoint.responseType === 'events' ? [] : [{ name, endpoint }])),
)
const forUsers = endpoints.filter(({ endpoint }) => endpoint.access === 'user' || endpoint.access === 'newcomer')

interface Caller {
  by: Person | undefined
  teamId?: string | undefined
}
/** Calls an endpoint with its example, in which `fill` has put existing ids. @returns 'done', 'suggested', or the status and code */
async function callExample({ method, path, example }: Endpoint, { by, teamId }: Caller, fill: (text: string) => Promise<string>) {
  const params = JSON.parse(await fill(JSON.stringify(example?.params ?? {}))) as Record<string, unknown>
  const query = new URLSearchParams({ ...example?.query }).toString()
  const url = await fill(fillPath(path, params) + (query && `?${query}`))
  const payload = example?.body && (await fill(JSON.stringify(example.body)))
  const response = await injectRequest(app, {
    method,
    url,
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(teamId !== undefined && { 'x-team-id': teamId }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { payload }),
  })
  if (response.statusCode === 202) return 'suggested'
  if (response.statusCode < 400) return 'done'
  return `${response.statusCode} ${(response.json() as { code: string }).code}`
}

/** Creates a team with private things. @returns a function that calls an example with them */
async function makeTeamThings() {
  let teamId = ''
  const { fill } = await createNamedThings(server, films.page('Page'), async (caller) => {
    teamId = await makeTeam(db, { members: [caller, member, suggester, removed], invited: [invited] })
    await db
      .updateTable('team_member')
      .set({ role: 'suggester' })
      .where('team_id', '=', teamId)
      .where('user_id', '=', suggester.id)
      .execute()
    await db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', removed.id).execute()
    return teamId
  })
  const outcome = async (endpoint: Endpoint, caller: Person | undefined, mode: 'own' | 'team') => {
    await fill(JSON.stringify(endpoint.example ?? {}))
    await db.updateTable('playlist').set({ status_id: status.private, public_since: null }).where('team_id', '=', teamId).execute()
    return callExample(endpoint, { by: caller, teamId: mode === 'team' ? teamId : undefined }, fill)
  }
  return { teamId, outcome }
}

test.each(forUsers.filter(({ endpoint }) => endpoint.actsFor === 'owner'))(
  'only team members can act for a team: $name',
  async ({ endpoint }) => {
    const { outcome } = await makeTeamThings()
    for (const other of [invited, removed, stranger]) expect(await outcome(endpoint, other, 'team')).toBe('403 not_in_team')
    expect(await outcome(endpoint, undefined, 'team')).toMatch(/^401/)
    expect(await outcome(endpoint, member, 'team')).toBe('done')
  },
)

test.each(endpoints.filter(({ endpoint }) => endpoint.actsFor === 'user'))(
  'a call for the user ignores the team: $name',
  async ({ endpoint }) => {
    // A new caller each time, because some calls end the caller's session.
    const caller = { by: await createUser(server), teamId: newId() }
    expect(await callExample(endpoint, caller, (text) => Promise.resolve(text))).not.toBe('403 not_in_team')
  },
)

/** Expected errors outside of team mode, of calls about the bar. */
const ownModeRefusals: Readonly<Record<string, string>> = {
  createGroup: '422 not_one_owner',
  rearrangeShortcuts: '422 not_one_side',
  moveShortcut: '404 not_found',
  deleteShortcut: '404 not_found',
}
/** Tables of the bar, each with the calls that add rows. */
const creatingCallsByTable = {
  playlist: ['createPlaylist', 'copyPlaylist'],
  playlist_group: ['createGroup', 'copyGroup'],
  shortcut: ['addShortcut'],
} as const
const creatingCalls = Object.entries(creatingCallsByTable).flatMap(([table, names]) =>
  names.map((name) => ({ name, table: table as keyof typeof creatingCallsByTable })),
)

test.each(creatingCalls)('$name adds to the team in team mode, else to the user', async ({ name, table }) => {
  const { endpoint } = endpoints.find((endpoint) => endpoint.name === name)!
  const { teamId, outcome } = await makeTeamThings()
  const countOf = async (owner: string) => (await db.selectFrom(table).select('id').where('owner_id', '=', owner).execute()).length
  const counts = async () => ({ team: await countOf(teamId), own: await countOf(member.id) })
  // This call also makes what the endpoint's example needs. Later calls then add only their own rows.
  expect(await outcome(endpoint, stranger, 'team')).toBe('403 not_in_team')
  const before = await counts()
  expect(await outcome(endpoint, member, 'team')).toBe('done')
  const after = await counts()
  expect(after).toEqual({ team: before.team + 1, own: before.own })
  if (name in ownModeRefusals) return
  expect(await outcome(endpoint, member, 'own')).toBe('done')
  expect(await counts()).toEqual({ team: after.team, own: after.own + 1 })
})

const teamsThings = [
  examples.playlist,
  examples.series,
  examples.video,
  examples.otherVideo,
  examples.group,
  examples.grouped,
  shortcutsExamples.shortcut,
  ...Object.values(commentsExamples),
]
const namesTeamThing = ({ example }: Endpoint) => teamsThings.some((id) => JSON.stringify(example ?? {}).includes(id))

/** Expected errors of calls that take a list of ids. If things of the list are missing, these answer 422, not 404. */
const listRefusals: Readonly<Record<string, string>> = {
  ...ownModeRefusals,
  rearrangePlaylists: '422 not_one_section',
  movePlaylists: '422 not_one_owner',
  rearrangeGroups: '422 groups_not_together',
}
/** Calls that only authors or admins may make. The member is neither. */
const authorRefusals: Readonly<Record<string, string>> = { deleteComment: '403 not_author' }
/**
 * Calls that also succeed for missing things, so that they don't reveal which things exist. The example of a report names another channel.
 */
const callsWithoutNotFound = ['forgetPosition', 'forgetViewed', 'report']

test.each(endpoints.filter(({ endpoint }) => endpoint.access !== 'operator' && namesTeamThing(endpoint)))(
  'members use their team’s private things, and others don’t find them: $name',
  async ({ name, endpoint }) => {
    expect(await (await makeTeamThings()).outcome(endpoint, member, 'own')).toBe(ownModeRefusals[name] ?? authorRefusals[name] ?? 'done')
    const { outcome } = await makeTeamThings()
    for (const other of [invited, removed, stranger])
      expect(await outcome(endpoint, other, 'own')).toBe(
        callsWithoutNotFound.includes(name) ? 'done' : (listRefusals[name] ?? '404 not_found'),
      )
    expect(await outcome(endpoint, member, 'team')).toBe(authorRefusals[name] ?? 'done')
  },
)

const isRead = ({ method, reads }: Endpoint) => method === 'GET' || (method === 'POST' && reads !== undefined)

test.each(forUsers.filter(({ endpoint }) => endpoint.actsFor === 'owner'))(
  'a suggester reads a team’s lists and changes none: $name',
  async ({ endpoint }) => {
    const { outcome } = await makeTeamThings()
    expect(await outcome(endpoint, suggester, 'team')).toBe(isRead(endpoint) ? 'done' : '403 only_suggests')
  },
)

/** Calls that concern only the user, though their examples name a thing of the team. */
const userOnlyCalls = [
  'reportPlaybackFailure',
  'recordClick',
  'copyPlaylist',
  'notePresence',
  'like',
  'unlike',
  'dismissSuggestion',
  'restoreSuggestion',
  'createView',
  'setPosition',
  'forgetPosition',
  'forgetViewed',
  'share',
  'shareVideo',
  'shareSeries',
  'putInWatchLater',
  'report',
]
/** Suggesters may comment on things, like other members. */
const comments: Readonly<Record<string, string>> = {
  addComment: 'done',
  updateComment: 'done',
  readComments: 'done',
  deleteComment: '403 not_author',
}
/** The examples of these endpoints change more than can be suggested. */
const proposingMore = ['updatePlaylist', 'updateSeries', 'updateVideo']
const suggesterOutcome = (name: string, endpoint: Endpoint) => {
  if (userOnlyCalls.includes(name) || isRead(endpoint)) return 'done'
  if (name in comments) return comments[name]
  if (['rearrangeShortcuts', 'moveShortcut', 'deleteShortcut'].includes(name)) return ownModeRefusals[name]
  return endpoint.allowsSuggestions && !proposingMore.includes(name) ? 'suggested' : '403 only_suggests'
}

test.each(endpoints.filter(({ endpoint }) => endpoint.access !== 'operator' && namesTeamThing(endpoint)))(
  'a suggester reads a team’s things, suggests possible changes, and changes nothing: $name',
  async ({ name, endpoint }) => {
    const { teamId, outcome } = await makeTeamThings()
    const state = async () => ({
      channels: await db.selectFrom('playlist').selectAll().where('team_id', '=', teamId).orderBy('key').execute(),
      series: await db
        .selectFrom('series')
        .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
        .selectAll('series')
        .where('team_id', '=', teamId)
        .orderBy('series.id')
        .execute(),
      videos: await db
        .selectFrom('video')
        .innerJoin('series', 'series.id', 'video.series_id')
        .innerJoin('playlist', 'playlist.id', 'series.playlist_id')
        .select(['video.id', 'video.title', 'video.position', 'video.series_id', 'video.src', 'video.picture_id'])
        .where('team_id', '=', teamId)
        .orderBy('video.id')
        .execute(),
      groups: await db.selectFrom('playlist_group').selectAll().where('team_id', '=', teamId).orderBy('id').execute(),
    })
    // The first call makes what the endpoint's example needs. Its result doesn't matter.
    await outcome(endpoint, stranger, 'own')
    const before = await state()
    expect(await outcome(endpoint, suggester, 'own')).toBe(suggesterOutcome(name, endpoint))
    expect(await state()).toEqual(before)
  },
)
