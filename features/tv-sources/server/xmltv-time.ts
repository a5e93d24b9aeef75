/** Parses XMLTV times: `20261123203000 +0100`, a prefix of it, or ISO 8601. Without a zone they are UTC. */
import { copySubstring } from './copy-substring.ts'

/** Offsets from UTC in hours. Ambiguous names have the meaning that guides use. */
const zoneHours: Readonly<Record<string, number>> = {
  UTC: 0,
  UT: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  IST: 1,
  CET: 1,
  MET: 1,
  CEST: 2,
  MEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  NST: -3.5,
  NDT: -2.5,
  AST: -4,
  ADT: -3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  JST: 9,
  KST: 9,
  AWST: 8,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
}

const pattern = /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:\.\d{1,9})?\s*(\S{0,40})$/
const isoPattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?)?\s*(\S{0,40})$/i
const basicPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?\s*(\S{0,40})$/i
const patterns = [isoPattern, basicPattern, pattern]
const formats = new Map<string, Intl.DateTimeFormat | null>()
const maxCachedZones = 100

/** Returns a format that shows the offset of an IANA zone; null if the zone is unknown, or the cache is full. */
function formatOf(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone)
  if (format !== undefined || formats.size >= maxCachedZones) return format ?? null
  try {
    format = /^[A-Za-z]+\/[\w+/-]+$/.test(zone) ? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }) : null
  } catch {
    format = null
  }
  formats.set(zone, format)
  return format
}

function offsetOf(format: Intl.DateTimeFormat, ms: number): number {
  const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Returns the offset of a zone from UTC in milliseconds when the zone's clocks show `localMs`; undefined for an unknown zone. */
function utcOffsetMs(zone: string, localMs: number): number | undefined {
  if (!zone) return 0
  const [, sign, hours, minutes] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(zone) ?? []
  if (sign !== undefined) {
    const ms = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000
    return Number(hours) > 14 || Number(minutes ?? 0) > 59 ? undefined : sign === '-' ? -ms : ms
  }
  const named = zoneHours[zone.toUpperCase()]
  if (named !== undefined) return named * 3_600_000
  const format = formatOf(zone)
  // Computes the offset twice: with the first one, the time is approximate, but near enough for the exact offset.
  return format ? offsetOf(format, localMs - offsetOf(format, localMs)) : undefined
}

type ParsedTime = number | 'vague' | 'bad'

/** Cache of parsed times. Most times occur on many channels, and twice on each: as the end of a programme and the start of the next. */
const parsedTimes = new Map<string, ParsedTime>()
const maxCachedTimes = 20_000
const maxCachedLength = 40

/** Returns seconds since 1970; 'vague' if the text has no day, 'bad' if it is invalid. */
export function parseXmltvTime(text: string): ParsedTime {
  const before = parsedTimes.get(text)
  if (before !== undefined) return before
  const parsed = parseUncached(text)
  if (text.length > maxCachedLength) return parsed
  if (parsedTimes.size >= maxCachedTimes) parsedTimes.clear()
  parsedTimes.set(copySubstring(text), parsed)
  return parsed
}

function parseUncached(text: string): ParsedTime {
  const trimmed = text.trim()
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] =
    patterns.map((pattern) => pattern.exec(trimmed)).find(Boolean) ?? []
  if (year === undefined) return 'bad'
  if (month === undefined || day === undefined) return 'vague'
  const localMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const localDate = new Date(localMs)
  // Refuses dates such as 31 February. Second 60 and hour 24 are the next minute and the next day.
  if (Number(year) < 1000 || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(hour) > 24) return 'bad'
  if (Number(minute) > 59 || Number(second) > 60) return 'bad'
  if (Number(hour) < 24 && localDate.getUTCMonth() !== Number(month) - 1) return 'bad'
  const ahead = utcOffsetMs(zone, localMs)
  return ahead === undefined ? 'bad' : Math.floor((localMs - ahead) / 1000)
}
