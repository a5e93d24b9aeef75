import { type RawBuilder, sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import { type Db, withStatementTimeout } from '#kit/server/db/db.ts'
import { channelsContract, type Group, type Playlist, type Series } from '#features/channels/contract.ts'
import { status } from '#features/channels/rules.ts'
import { positionsBetween } from '#features/channels/server/positions.ts'
import { insertSeries } from '#features/channels/server/queries/series.ts'
import { insertVideos, type VideoRow } from '#features/channels/server/queries/videos.ts'
import type { Person } from './people.ts'
import type { Client } from './serve.ts'

/** Creates a channel through the API. Default: public. */
export const makeChannel = (
  client: Client,
  fields: Partial<{ name: string; status_id: number; adult: boolean; is_left: boolean; order: number; tags: string[] }> = {},
): Promise<Playlist> => client(channelsContract.createPlaylist, { body: { name: 'A channel', status_id: status.public, ...fields } })

/** Creates a group of channels through the API. Default: private. */
export const makeGroup = (
  client: Client,
  playlists: string[],
  fields: Partial<{ name: string; status_id: number; order: number }> = {},
): Promise<Group> => client(channelsContract.createGroup, { body: { name: 'A group', status_id: status.private, playlists, ...fields } })

export const makeSeries = (client: Client, playlistId: string, name = 'A series'): Promise<Series> =>
  client(channelsContract.createSeries, { body: { playlist_id: playlistId, name } })

/** Inserts videos into an empty series, without fetching links. @returns their ids, in order */
export async function fillSeries(db: Db, seriesId: string, titles: readonly string[], fields: Partial<VideoRow> = {}): Promise<string[]> {
  const places = positionsBetween(undefined, undefined, titles.length)!
  const rows = titles.map((title, index) => ({
    id: newId(),
    series_id: seriesId,
    title,
    src: `https://films.test/${index}.mp4`,
    kind: 'file',
    site: 'films.test',
    position: places[index]!,
    ...fields,
  }))
  await insertVideos(db, rows)
  return rows.map(({ id }) => id)
}

/** Inserts the given number of empty series into a channel. @returns their ids, in order */
export async function fillChannel(db: Db, playlistId: string, count: number): Promise<string[]> {
  const places = positionsBetween(undefined, undefined, count)!
  const rows = places.map((position, index) => ({ id: newId(), playlist_id: playlistId, name: `Series ${index}`, position }))
  await insertSeries(db, rows)
  return rows.map(({ id }) => id)
}

/** Creates a channel with one series of videos. */
export async function makeFilledChannel(
  db: Db,
  client: Client,
  titles: readonly string[] = ['First', 'Second'],
  fields: Parameters<typeof makeChannel>[1] = {},
) {
  const { id: playlistId } = await makeChannel(client, fields)
  const { id: seriesId } = await makeSeries(client, playlistId)
  return { playlistId, seriesId, videoIds: await fillSeries(db, seriesId, titles) }
}

/**
 * Describes a user's bar as text: each channel's name and status, and `l` if it is on the left side. `archive A1 Old(B1) | left C1l |
 * groups G(D3 E1) | other F2 | public H3`.
 */
export async function describeBar(client: Client): Promise<string> {
  const { archive, archivedGroups, groups, other, public: open } = await client(channelsContract.listMyPlaylists, {})
  const tiles = (list: typeof other) => list.map(({ name, status_id, is_left }) => `${name}${status_id}${is_left ? 'l' : ''}`)
  const describeGroups = (list: typeof groups) => list.map(({ name, playlists }) => `${name}(${tiles(playlists).join(' ')})`)
  const sections = {
    archive: [...tiles(archive), ...describeGroups(archivedGroups)],
    left: tiles(other.filter(({ is_left }) => is_left)),
    groups: describeGroups(groups),
    other: tiles(other.filter(({ is_left }) => !is_left)),
    public: tiles(open),
  }
  return Object.entries(sections)
    .flatMap(([section, things]) => (things.length ? [`${section} ${things.join(' ')}`] : []))
    .join(' | ')
}

/** Creates a team of these users with open invitations. The first user is the admin. @returns the team's id */
export async function makeTeam(
  db: Db,
  { members, invited = [] }: { members: readonly Person[]; invited?: readonly Person[] },
): Promise<string> {
  const id = newId()
  await db.insertInto('team').values({ id, name: 'The team' }).execute()
  await db
    .insertInto('team_member')
    .values(members.map((person, index) => ({ team_id: id, user_id: person.id, is_admin: index === 0 })))
    .execute()
  if (invited.length)
    await db
      .insertInto('team_invitation')
      .values(invited.map(({ email }) => ({ team_id: id, email: email.toLowerCase() })))
      .execute()
  return id
}

/** Inserts a follow at the end of the user's list. */
export async function followChannel(db: Db, { id: user_id }: Person, playlistId: string): Promise<void> {
  const { key } = await db.selectFrom('playlist').select('key').where('id', '=', playlistId).executeTakeFirstOrThrow()
  await db.insertInto('follow').values({ user_id, playlist_key: key, position: key }).execute()
}

/** Returns the outcome of a call: 'done', or the status, code and invalid fields. */
export const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { status: number; body: { code: string; errors: Record<string, string[]> } }) =>
      [error.status, error.body.code, ...Object.keys(error.body.errors)].join(' '),
  )

/** Inserts very many channels with one statement. They aren't added to the search index. */
export const insertManyChannels = (db: Db, statement: RawBuilder<unknown>): Promise<void> =>
  // Five minutes, in ms: a busy machine may need minutes.
  withStatementTimeout(db, 300_000)
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`alter table playlist disable trigger playlist_inserted_search`.execute(tx)
      await statement.execute(tx)
      await sql`alter table playlist enable trigger playlist_inserted_search`.execute(tx)
    })
