/**
 * What of a TV channel can be watched when, and where: pure, for both sides. Addresses are made as Kodi's IPTV Simple makes them
 * (its README, "Catchup format specifiers"), so that lists work here as they do there.
 */

export const watchStates = ['live', 'catchup', 'upcoming', 'over'] as const
export type WatchState = (typeof watchStates)[number]

const daySeconds = 86_400

/** Unix seconds. */
export interface Times {
  start: number
  stop: number
}

/** What a list says of how the past of a channel is reached. */
export interface CatchupSource {
  stream_url: string
  catchup_mode: string | null
  catchup_source: string | null
  dvr_base: string | null
  dvr_extension: string
}

/** @param catchupDays for how many days the past can be reached; 0: it can't */
export function watchState({ start, stop }: Times, catchupDays: number, now: number): WatchState {
  if (start > now) return 'upcoming'
  if (stop > now) return 'live'
  return start >= now - catchupDays * daySeconds ? 'catchup' : 'over'
}

/** An address up to its query, that query, and its last segment apart. */
function partsOf(url: string): { folder: string; file: string; query: string } | null {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  const at = path.lastIndexOf('/')
  return /^https?:\/\/[^/]+\/./.test(path) && at > 0 ? { folder: path.slice(0, at), file: path.slice(at + 1), query } : null
}

function flussonicTemplate(url: string): string | null {
  const parts = partsOf(url)
  if (!parts) return null
  const { folder, file, query } = parts
  if (file === 'mpegts') return `${folder}/timeshift_abs-\${start}.ts${query}`
  if (!file.endsWith('.m3u8')) return null
  const name = file.slice(0, -'.m3u8'.length)
  return `${folder}/${name === 'index' ? '' : `${name}-`}timeshift_rel-{offset:1}.m3u8${query}`
}

function xtreamTemplate(url: string): string | null {
  const [, host, user, password, channel, extension = '.ts'] =
    /^(https?:\/\/[^/]+)\/(?:live\/)?([^/]+)\/([^/]+)\/([^/.?]+)(\.m3u8?)?$/.exec(url) ?? []
  return host === undefined ? null : `${host}/timeshift/${user}/${password}/{duration:60}/{Y}-{m}-{d}:{H}-{M}/${channel}${extension}`
}

type Template = (channel: CatchupSource) => string | null
const appended: Template = ({ stream_url, catchup_source }) => catchup_source && stream_url + catchup_source
const flussonic: Template = ({ stream_url }) => flussonicTemplate(stream_url) ?? xtreamTemplate(stream_url)

/** By the mode that a list names. */
const templates: Readonly<Record<string, Template>> = {
  default: ({ catchup_source }) => catchup_source,
  append: appended,
  shift: ({ stream_url }) => `${stream_url}${stream_url.includes('?') ? '&' : '?'}utc={utc}&lutc={lutc}`,
  flussonic,
  // Lists write `fs` for Xtream Codes too.
  fs: flussonic,
  xc: ({ stream_url }) => xtreamTemplate(stream_url),
  vod: ({ catchup_source }) => catchup_source,
}

interface Moment extends Times {
  now: number
}

const two = (value: number) => String(value).padStart(2, '0')
/** A moment's parts, in UTC. */
const dateParts: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  m: (date) => two(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  H: (date) => two(date.getUTCHours()),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
}
const formatted = (seconds: number, format: string) =>
  format ? format.replaceAll(/[YmdHMS]/g, (letter) => dateParts[letter]!(new Date(seconds * 1000))) : String(seconds)

/** Divided by a whole number from 1; null: it is none. */
function divided(seconds: number, by: string): string | null {
  if (by === '') return String(seconds)
  return /^[1-9]\d{0,6}$/.test(by) ? String(Math.floor(seconds / Number(by))) : null
}

type Field = (moment: Moment, argument: string) => string | null
const startField: Field = ({ start }, format) => formatted(start, format)
const nowField: Field = ({ now }, format) => formatted(now, format)
const stopField: Field = ({ stop }, format) => formatted(stop, format)
const fields: Readonly<Record<string, Field>> = {
  utc: startField,
  start: startField,
  lutc: nowField,
  now: nowField,
  timestamp: nowField,
  utcend: stopField,
  end: stopField,
  duration: ({ start, stop }, by) => divided(stop - start, by),
  offset: ({ start, now }, by) => divided(now - start, by),
  ...Object.fromEntries(
    Object.entries(dateParts).map(([letter, part]): [string, Field] => [letter, ({ start }) => part(new Date(start * 1000))]),
  ),
}

/** A template filled in; null when it names something that is not known here, such as `{catchup-id}`. */
function fill(template: string, moment: Moment): string | null {
  let isKnown = true
  const address = template.replaceAll(/\$?\{([A-Za-z-]+)(?::([^{}]*))?\}/g, (_, name: string, argument = '') => {
    const value = Object.hasOwn(fields, name) ? fields[name]!(moment, argument as string) : null
    isKnown &&= value !== null
    return value ?? ''
  })
  return isKnown ? address : null
}

const isWeb = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address)

/** Where what was on between two moments can be watched; null: nowhere. */
export function catchupAddress(channel: CatchupSource, times: Times, now: number): string | null {
  if (channel.dvr_base !== null)
    return `${channel.dvr_base.replace(/\/$/, '')}/${times.start}-${times.stop - times.start}${channel.dvr_extension}`
  const mode = channel.catchup_mode
  const template = mode !== null && Object.hasOwn(templates, mode) ? templates[mode]!(channel) : null
  const address = template && fill(template, { ...times, now })
  return address && isWeb(address) ? address : null
}

/** Where a channel is live. Some servers want to be told the time. */
export const liveAddress = ({ stream_url }: Pick<CatchupSource, 'stream_url'>, now: number): string =>
  fill(stream_url, { start: now, stop: now, now }) ?? stream_url

export interface Watchable {
  watch: WatchState
  /** Null: it can't be watched now. */
  url: string | null
  /** Of what is on now, from its beginning. */
  start_over_url: string | null
}

/** The one table of what can be watched. */
export function watchableOf(channel: CatchupSource, times: Times, catchupDays: number, now: number): Watchable {
  const watch = watchState(times, catchupDays, now)
  const past = catchupDays > 0 ? () => catchupAddress(channel, times, now) : () => null
  switch (watch) {
    case 'live':
      return { watch, url: liveAddress(channel, now), start_over_url: past() }
    case 'catchup': {
      const url = past()
      return { watch: url === null ? 'over' : watch, url, start_over_url: null }
    }
    default:
      return { watch, url: null, start_over_url: null }
  }
}
