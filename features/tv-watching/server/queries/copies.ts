/** Reads the sources of copies. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { limits } from '#features/channels/limits.ts'
import { tvChannelRestriction } from '#features/channels/server/queries/access.ts'
import type { Restriction } from '#features/channels/rules.ts'
import { programmePictureId } from '#features/watching/server/queries/programmes.ts'
import { inLanguage } from '#features/guide/server/queries/columns.ts'
import { programmeChannelSql, programmeTimes, sourceJson, type SourceRow } from '#features/guide/server/queries/guide.ts'

/** A TV channel to copy. */
export interface ChannelSource {
  restriction: Restriction | null
  channel_id: string
  name: string
  picture_id: string | null
  stream_kind: 'hls' | 'dash' | null
  source: SourceRow
}
/** A programme to copy. */
export interface ProgrammeSource extends ChannelSource {
  start: number
  stop: number
  title: string
  description: string
}
const logoId = sql<string | null>`tv_channel.picture_id`
const channelColumns = (picture = logoId) => sql`tv_channel.id as channel_id, tv_channel.name, ${picture} as picture_id,
  tv_channel.stream_kind, ${sourceJson} as source`
const programmeSource = (language: Language) => sql`
  ${channelColumns(sql`coalesce(${programmePictureId}, ${logoId})`)}, ${programmeTimes}, ${inLanguage('title', language)} as title,
  left(concat_ws(E'\\n\\n', ${inLanguage('sub_title', language)}, ${inLanguage('description', language)}), ${sql.lit(limits.text)}) as description`

export const findChannelSource = prepare(
  (_: Db, reader: Reader, id: string) => sql<ChannelSource>`
    select ${tvChannelRestriction(reader)} as restriction, ${channelColumns()} from tv_channel where tv_channel.id = ${id}`,
)

/**
 * @param channelId TV channel on which the user sees the programme; undefined: the first TV channel with the programme
 * that the reader may watch
 */
export const findProgrammeSource = prepare(
  (_: Db, reader: Reader, id: string, channelId: string | undefined, language: Language) => sql<ProgrammeSource>`
    select tv_channel.restriction, ${programmeSource(language)}
    from ${programmeChannelSql(reader, id, channelId)} as tv_channel join programme on programme.id = ${id}`,
)

/** Lists the latest past and current programmes of a title on a channel, by time. */
export const listProgrammeSources = prepare(
  (_: Db, reader: Reader, channelId: string, title: string, language: Language, limit: number) => sql<ProgrammeSource>`
    select * from (
      select ${tvChannelRestriction(reader)} as restriction, ${programmeSource(language)}
      from tv_channel join programme on programme.guide_channel_id = tv_channel.guide_channel_id
      where tv_channel.id = ${channelId} and ${inLanguage('title', language)} = ${title}
        and programme.starts_at <= now() - make_interval(mins => tv_channel.guide_shift_minutes)
      order by programme.starts_at desc limit ${limit}) as latest
    order by start`,
)

/** Returns a channel's current restrictions, and locks them until the copies are committed. */
export async function findViewingRestrictions(
  db: Db,
  channelId: string,
): Promise<{ adult: boolean; blocked_countries: number[] } | undefined> {
  const { rows } = await sql<{ adult: boolean; blocked_countries: number[] }>`
    select adult, blocked_countries from tv_channel where id = ${channelId} for share`.execute(db)
  return rows[0]
}
