/**
 * Rows of programmes in PostgreSQL's binary format, as COPY takes them: a child that reads foreign bytes writes them, and the server looks
 * through them before it passes them on.
 */
import { limits } from '../rules.ts'

/** What is said to last longer, until the year 9999 perhaps, is taken to say no end. */
export const longestSeconds = 7 * 86_400
/** Of the database's times; seconds since 1970. */
export const epochSeconds = 946_684_800
const idLength = 11

/** Bytes of UTF-8 of so many characters; a time or a hash. */
const text = (characters: number) => ({ least: 0, most: 4 * characters })
const exactly = (bytes: number) => ({ least: bytes, most: bytes })

interface Column {
  least: number
  most: number
  /** It is never null. */
  isRequired?: boolean
}

/** In the order in which they are written. */
const columns = {
  guide_channel_id: { ...exactly(4), isRequired: true },
  starts_at: { ...exactly(8), isRequired: true },
  stops_at: { ...exactly(8), isRequired: true },
  id: { ...exactly(idLength), isRequired: true },
  guide_stops_at: exactly(8),
  title: { ...text(255), isRequired: true },
  sub_title: text(255),
  description: text(5000),
  language: text(35),
  translations: text(1_000_000),
  categories: { ...text(3000), isRequired: true },
  season: exactly(2),
  episode: exactly(4),
  episode_text: text(100),
  icon_url: { least: 0, most: limits.address },
  rating: text(100),
  year: exactly(2),
  is_new: { ...exactly(1), isRequired: true },
  is_repeat: { ...exactly(1), isRequired: true },
  hash: { ...exactly(8), isRequired: true },
} as const satisfies Record<string, Column>

export const programmeColumns = Object.keys(columns)
const bounds: readonly Column[] = Object.values(columns)

/** Where values of a row are, from its beginning: two bytes say how many columns it has, and four before each value how long that is. */
export const places = { channel: 6, start: 14, stop: 26, id: 38, guideStop: 53 }

const isIdByte = new Uint8Array(256)
for (const letter of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') isIdByte[letter.charCodeAt(0)] = 1

/** Rows that are not what they have to be. */
export class WrongRows extends Error {
  override readonly name = 'WrongRows'
}

/** Microseconds since the epoch of the database. */
const timeAt = (view: DataView, at: number): number => view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)

export interface RowLimits {
  /** May programmes of this channel be written? */
  isOwn: (channel: number) => boolean
  /** Between which they start; seconds since 1970. */
  from: number
  to: number
}

/**
 * Goes through rows without reading what they say: each has all columns, as long as they may be, is of a channel and a time that may be
 * written, and ends: for the database, infinity is a time too. What values mean otherwise is for the database to check.
 * @returns how many there are @throws WrongRows
 */
export function checkRows(rows: Uint8Array, { isOwn, from, to }: RowLimits): number {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const [fromMicros, toMicros] = [(from - epochSeconds) * 1e6, (to - epochSeconds) * 1e6]
  let count = 0
  for (let at = 0; at < rows.length; count++) {
    const row = at
    const columnsEnd = at + 2
    if (columnsEnd > rows.length || view.getInt16(at) !== bounds.length) throw new WrongRows('not a row')
    at = columnsEnd
    for (const { least, most, isRequired } of bounds) {
      if (at + 4 > rows.length) throw new WrongRows('cut off')
      const length = view.getInt32(at)
      at += 4
      if (length === -1 && !isRequired) continue
      if (length < least || length > most || at + length > rows.length) throw new WrongRows('a value is too long or too short')
      at += length
    }
    const start = timeAt(view, row + places.start)
    if (!isOwn(view.getInt32(row + places.channel)) || start < fromMicros || start >= toMicros) throw new WrongRows('of something else')
    const latest = start + longestSeconds * 1e6
    const isStopSaid = view.getInt32(row + places.guideStop - 4) !== -1
    if (timeAt(view, row + places.stop) > latest || (isStopSaid && timeAt(view, row + places.guideStop) > latest))
      throw new WrongRows('without an end')
    for (let byte = 0; byte < idLength; byte++) if (!isIdByte[rows[row + places.id + byte]!]) throw new WrongRows('no id')
  }
  return count
}
