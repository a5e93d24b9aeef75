/** Columns of programmes in watch lists. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/contract/texts.ts'
import { pictureAddress } from '#features/media/server/queries.ts'

/** SQL on `programme`: the programme's duration in seconds. */
export const programmeSeconds = sql<number>`extract(epoch from programme.stops_at - programme.starts_at)::float`

/** SQL on `programme`: the title in the reader's language, if the guide has one. */
export const programmeTitle = (language: Language): RawBuilder<string> =>
  sql<string>`coalesce(programme.translations -> ${language}::text ->> 'title', programme.title)`

const pictureId = sql.ref<string>('programme_picture.picture_id')
const selectFromPicture = (address: 'programme.icon_url' | 'tv_item.poster_url', column: RawBuilder<string | null>) =>
  sql<string | null>`(select ${column} from programme_picture where programme_picture.address_md5 = md5(${sql.ref(address)})::uuid)`

/** SQL on `programme`: the picture's address; null until it was fetched. */
export const programmePicture = selectFromPicture('programme.icon_url', pictureAddress('programme_picture.picture_id'))
export const programmePictureId = selectFromPicture('programme.icon_url', pictureId)

/** SQL on `tv_item`: the poster's address; null until it was fetched. */
export const itemPoster = selectFromPicture('tv_item.poster_url', pictureAddress('programme_picture.picture_id'))

/** SQL on `programme` and `tv_channel`: when the programme starts on the channel. */
export const startOnChannel = sql<Date>`(programme.starts_at + make_interval(mins => tv_channel.guide_shift_minutes))`
export const stopOnChannel = sql<Date>`(programme.stops_at + make_interval(mins => tv_channel.guide_shift_minutes))`
