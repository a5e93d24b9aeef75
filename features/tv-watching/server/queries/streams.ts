/** Streams of a TV channel, for the relay and for other players. */
import { sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import { tvChannelRestriction } from '#features/channels/server/queries/access.ts'
import type { Restriction } from '#features/channels/rules.ts'
import { pictureAddress } from '#features/media/server/queries.ts'
import { inLanguage, isRelayed } from '#features/guide/server/queries/columns.ts'
import { programmeTimes, sourceJson, type SourceRow } from '#features/guide/server/queries/guide.ts'

export interface StreamRow {
  restriction: Restriction | null
  is_relayed: boolean
  name: string
  tvg_id: string | null
  group: string | null
  logo: string | null
  headers: Readonly<Record<string, string>>
  source: SourceRow
  /** Start of the requested programme; null if it isn't on this channel. */
  start: number | null
  stop: number | null
  title: string | null
  /** Address of the requested on-demand video. */
  item_url: string | null
}

/** Returns a TV channel with a stream. @param play the id of a programme or on-demand video; any other text: the live stream */
export const findStream = prepare(
  (_: Db, reader: Reader, id: string, play: string, language: Language) => sql<StreamRow>`
    select ${tvChannelRestriction(reader)} as restriction, ${isRelayed} as is_relayed, tv_channel.name, tv_channel.tvg_id,
      tv_channel.groups[1] as "group", ${pictureAddress('tv_channel.picture_id')} as logo, tv_channel.stream_headers as headers,
      ${sourceJson} as source, ${programmeTimes}, coalesce(${inLanguage('title', language)}, tv_item.title) as title, tv_item.url as item_url
    from tv_channel
    left join programme on programme.id = ${play} and programme.guide_channel_id = tv_channel.guide_channel_id
    left join tv_item on tv_item.id = ${play} and tv_item.channel_id = tv_channel.id
    where tv_channel.id = ${id}`,
)
