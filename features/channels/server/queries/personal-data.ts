/** Exports a user's channels with their personal data, and deletes them with the account. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoTime } from '#kit/server/db/db.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import { readerForUser } from '#kit/server/reader.ts'
import type { StatusId } from '../../rules.ts'
import { insertPlaceholderAccount } from '#features/accounts/server/queries/deletion.ts'
import { addressWithoutCountry } from './columns.ts'
import { shownTitle } from './titles.ts'

export interface ExportedVideo {
  title: string
  /** Null if the address is blocked in some countries, or belongs to a copy that the user may not play. */
  src: string | null
  duration: number | null
  picture: string | null
}
/** A channel with all its content. */
export interface ExportedChannel {
  id: string
  name: string
  kind: 'channel' | 'direct_publish' | 'watch_later'
  status_id: StatusId
  series: { name: string; videos: ExportedVideo[] }[]
}

const isoColumn = (column: string) => isoTime(sql.ref(column))

const findChannel = async (db: Db, userId: string, key: number): Promise<ExportedChannel | undefined> => {
  const { rows } = await sql<{ channel: ExportedChannel }>`
    select json_build_object('id', playlist.id, 'name', playlist.name, 'description', playlist.description, 'kind', playlist.kind,
      'status_id', playlist.status_id, 'slug', playlist.slug, 'tags', playlist.tags, 'adult', playlist.adult, 'finished', playlist.finished,
      'is_archived', playlist.is_archived, 'is_left', playlist.is_left, 'group', playlist.group_id, 'picture', playlist.picture_id,
      'views', playlist.views, 'removed_at', ${isoColumn('playlist.removed_at')}, 'created_at', ${isoColumn('playlist.created_at')},
      'series', coalesce((
        select json_agg(json_build_object('name', series.name, 'description', series.description, 'type', series.type,
          'created_at', ${isoColumn('series.created_at')}, 'videos', coalesce((
            select json_agg(json_build_object('title', ${shownTitle(readerForUser(userId))}, 'src', ${addressWithoutCountry(readerForUser(userId))}, 'duration', video.duration, 'picture', video.picture_id,
              'description', video.description, 'site', video.site, 'adult', video.adult, 'start_at', video.start_at, 'end_at', video.end_at,
              'go_to', video.go_to, 'go_to_title', video.go_to_title, 'more_title', video.more_title, 'more_info_title', video.more_info_title,
              'more_description', video.more_description, 'more_picture', video.more_picture_id, 'views', video.views, 'likes', video.likes,
              'published_at', ${isoColumn('video.published_at')}, 'created_at', ${isoColumn('video.created_at')}) order by video.position)
            from video where video.series_id = series.id), '[]')) order by series.position)
        from series where series.playlist_id = playlist.id), '[]')) as channel
    from playlist where playlist.key = ${key}`.execute(db)
  return rows[0]?.channel
}

/** Yields the user's channels one at a time, so that only one is in memory. */
export async function* listExportedChannels(db: Db, userId: string): AsyncGenerator<ExportedChannel> {
  const channels = await db.selectFrom('playlist').select('key').where('owner_id', '=', userId).orderBy('key').execute()
  for (const { key } of channels) {
    const channel = await findChannel(db, userId, key)
    if (channel) yield channel
  }
}

const listGroups = (db: Db, userId: string) =>
  db
    .selectFrom('playlist_group')
    .select((eb) => ['id', 'name', 'status_id', 'is_archived', 'picture_id as picture', isoTime(eb.ref('created_at')).as('created_at')])
    .where('owner_id', '=', userId)
    .orderBy('position')
    .execute()

async function listPictures(db: Db, userId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from (
      select picture_id as id from playlist where owner_id = ${userId}
      union all select picture_id from playlist_group where owner_id = ${userId}
      union all select unnest(array[video.picture_id, video.more_picture_id])
        from playlist join series on series.playlist_id = playlist.id join video on video.series_id = series.id
        where playlist.owner_id = ${userId}) shown
    where id > ${after} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Channels per statement, each with up to a thousand videos. */
const channelsPerStatement = 5

export const channelsPersonalData: PersonalData = {
  exports: { channels: listExportedChannels, groups: listGroups },
  listPictures,
  async remove(db, userId) {
    await handOver(db, userId, (await isLastOfTeam(db, userId)) ? await insertPlaceholderAccount(db) : null)
    while (await deleteUserPlaylists(db, userId, channelsPerStatement));
    await deleteUserGroups(db, userId)
  },
}

/* Tables whose rows change their creator when the creator's account is deleted. */

const creatorTables = ['playlist', 'playlist_group'] as const

/** Whether the user created things of a team that has no other members. */
const isLastOfTeam = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from (select team_id from playlist where user_id = ${userId} union select team_id from playlist_group where user_id = ${userId}) owner
    where owner.team_id is not null and not exists (select from team_member
      where team_member.team_id = owner.team_id and team_member.user_id <> ${userId})
    limit 1`.execute(db)
  return rows.length > 0
}

/** The user who inherits a deleted user's content in a team: an admin, else the longest-standing member. Null without members. */
export const teamSuccessor = (teamId: RawBuilder<unknown>, userId: string): RawBuilder<string | null> => sql`(
  select member.user_id from team_member member
  where member.team_id = ${teamId} and member.user_id <> ${userId}
  order by member.is_admin desc, member.accepted_at, member.user_id limit 1)`

/** Keeps a team's things when their creator is deleted. The new creator is `teamSuccessor`, or `fallbackUserId` if there is none. */
async function handOver(db: Db, userId: string, fallbackUserId: string | null): Promise<void> {
  for (const table of creatorTables)
    await sql`
      update ${sql.table(table)} set user_id = coalesce(${teamSuccessor(sql.ref(`${table}.team_id`), userId)}, ${fallbackUserId})
        ${table === 'playlist' ? sql`, is_bringer_gone = true` : sql``}
      where user_id = ${userId} and team_id is not null`.execute(db)
}

/** Deletes up to `count` of a user's channels, with their content. @returns whether channels may be left */
async function deleteUserPlaylists(db: Db, userId: string, count: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from playlist where id in (select id from playlist where user_id = ${userId} and team_id is null limit ${count})`.execute(db)
  return numAffectedRows === BigInt(count)
}

/** Deletes groups, after the channels. */
const deleteUserGroups = (db: Db, userId: string) =>
  db.deleteFrom('playlist_group').where('user_id', '=', userId).where('team_id', 'is', null).execute()
