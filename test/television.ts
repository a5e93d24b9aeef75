import { newId } from '#kit/server/ids.ts'
import type { Db } from '#kit/server/db/db.ts'
import { cleanUp } from './clean-up.ts'

/** A programme: its title, start in minutes from now, and duration in minutes. */
export type Broadcast = readonly [
  title: string,
  start: number,
  minutes: number,
  fields?: Partial<{ description: string; sub_title: string; icon_url: string }>,
]

interface TvFields {
  name: string
  groups: string[]
  number: number
  stream_url: string
  adult: boolean
  blocked_countries: number[]
  catchup_mode: string
  catchup_source: string
  catchup_days: number
  dvr_base: string
  dvr_extension: string
  guide_shift_minutes: number
  is_off: boolean
  position: number
  guide_channel_id: number
}

let count = 0

/** Inserts a guide with one channel. @returns the channel's id */
async function makeGuideChannel(db: Db): Promise<number> {
  const source = newId()
  await db.insertInto('tv_source').values({ id: source, kind: 'xmltv', name: source }).execute()
  const { id } = await db
    .insertInto('guide_channel')
    .values({ source_id: source, key: source, name: source, hash: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let fixedForMs: number | undefined
const thisMinuteMs = () => Math.floor(Date.now() / 60_000) * 60_000

/** Sets the minute from which all times in a test file count, so that expected times stay right when the next minute begins. */
export function fixReferenceMinute(): void {
  fixedForMs = thisMinuteMs()
  cleanUp(() => {
    fixedForMs = undefined
  })
}

/** Counts from a full minute, so that times made one after another are equal. */
export const minuteFromNow = (minutes: number) => new Date((fixedForMs ?? thisMinuteMs()) + minutes * 60_000)

/** Inserts programmes. @returns their ids */
export async function addProgrammes(db: Db, guideChannelId: number, broadcasts: readonly Broadcast[]): Promise<string[]> {
  const rows = broadcasts.map(([title, start, minutes, fields]) => ({
    id: newId(),
    guide_channel_id: guideChannelId,
    title,
    starts_at: minuteFromNow(start),
    stops_at: minuteFromNow(start + minutes),
    hash: 1,
    ...fields,
  }))
  if (rows.length) await db.insertInto('programme').values(rows).execute()
  const titles = [...new Set(broadcasts.map(([title]) => title))].map((title) => ({ title }))
  if (titles.length)
    await db
      .insertInto('programme_title')
      .values(titles)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return rows.map(({ id }) => id)
}

/** Inserts a TV channel with its own guide, after earlier channels. */
export async function makeTvChannel(db: Db, fields: Partial<TvFields> = {}, broadcasts: readonly Broadcast[] = []) {
  const guideChannelId = fields.guide_channel_id ?? (await makeGuideChannel(db))
  const id = newId()
  count++
  await db
    .insertInto('tv_channel')
    .values({
      id,
      name: `TV ${count}`,
      stream_url: `https://live.test/${id}/index.m3u8`,
      position: count * 1000,
      guide_match: 'hand',
      ...fields,
      guide_channel_id: guideChannelId,
    })
    .execute()
  return { id, guideChannelId, programmes: await addProgrammes(db, guideChannelId, broadcasts) }
}

/** Returns a country's ISO 3166-1 number. */
export const countryId = async (db: Db, code: string): Promise<number> =>
  (await db.selectFrom('country').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
