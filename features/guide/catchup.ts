/**
 * Rules about when a TV channel can be watched, and at which URL. Pure, for server and web. URLs are built as Kodi's IPTV Simple builds
 * them (its README, "Catchup format specifiers"), so that the same lists work.
 */

export const watchStates = ['live', 'catchup', 'upcoming', 'over'] as const
export type WatchState = (typeof watchStates)[number]

const daySeconds = 86_400

/** Unix seconds. */
export interface TimeSpan {
  start: number
  stop: number
}

/** Catch-up data of a channel in its list. */
export interface CatchupSource {
  stream_url: string
  catchup_mode: string | null
  catchup_source: string | null
  dvr_base: string | null
  dvr_extension: string
}

/** @param catchupDays days of catch-up; 0: none */
export function watchState({ start, stop }: TimeSpan, catchupDays: number, now: number): WatchState {
  if (start > now) return 'upcoming'
  if (stop > now) return 'live'
  return start >= now - catchupDays * daySeconds ? 'catchup' : 'over'
}

/** Splits a URL into its folder, last segment and query. */
function splitUrl(url: string): { folder: string; file: string; query: string } | null {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  const index = path.lastIndexOf('/')
  return /^https?:\/\/[^/]+\/./.test(path) && index > 0 ? { folder: path.slice(0, index), file: path.slice(index + 1), query } : null
}

function buildFlussonicTemplate(url: string): string | null {
  const parts = splitUrl(url)
  if (!parts) return null
  const { folder, file, query } = parts
  if (file === 'mpegts') return `${folder}/timeshift_abs-\${start}.ts${query}`
  if (!file.endsWith('.m3u8')) return null
  const name = file.slice(0, -'.m3u8'.length)
  return `${folder}/${name === 'index' ? '' : `${name}-`}timeshift_rel-{offset:1}.m3u8${query}`
}

function buildXtreamTemplate(url: string): string | null {
  const [, host, user, password, channel, extension = '.ts'] =
    /^(https?:\/\/[^/]+)\/(?:live\/)?([^/]+)\/([^/]+)\/([^/.?]+)(\.m3u8?)?$/.exec(url) ?? []
  return host === undefined ? null : `${host}/timeshift/${user}/${password}/{duration:60}/{Y}-{m}-{d}:{H}-{M}/${channel}${extension}`
}

type TemplateBuilder = (channel: CatchupSource) => string | null
const buildAppendTemplate: TemplateBuilder = ({ stream_url, catchup_source }) => catchup_source && stream_url + catchup_source
const buildFlussonicOrXtreamTemplate: TemplateBuilder = ({ stream_url }) =>
  buildFlussonicTemplate(stream_url) ?? buildXtreamTemplate(stream_url)

/** Builders of URL templates, by the mode in the list. */
const templateBuilders: Readonly<Record<string, TemplateBuilder>> = {
  default: ({ catchup_source }) => catchup_source,
  append: buildAppendTemplate,
  shift: ({ stream_url }) => `${stream_url}${stream_url.includes('?') ? '&' : '?'}utc={utc}&lutc={lutc}`,
  flussonic: buildFlussonicOrXtreamTemplate,
  // Lists use `fs` for Flussonic and for Xtream Codes servers. `flussonic` tries both templates.
  fs: buildFlussonicOrXtreamTemplate,
  xc: ({ stream_url }) => buildXtreamTemplate(stream_url),
  vod: ({ catchup_source }) => catchup_source,
}

interface PlaybackSpan extends TimeSpan {
  now: number
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
/** Parts of a date in UTC. */
const dateParts: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => String(date.getUTCFullYear()),
  m: (date) => twoDigits(date.getUTCMonth() + 1),
  d: (date) => twoDigits(date.getUTCDate()),
  H: (date) => twoDigits(date.getUTCHours()),
  M: (date) => twoDigits(date.getUTCMinutes()),
  S: (date) => twoDigits(date.getUTCSeconds()),
}
const formatTime = (seconds: number, format: string) =>
  format ? format.replaceAll(/[YmdHMS]/g, (letter) => dateParts[letter]!(new Date(seconds * 1000))) : String(seconds)

/** Divides by a positive integer, or by 1 if `divisor` is empty; null for other divisors. */
function divideSeconds(seconds: number, divisor: string): string | null {
  if (divisor === '') return String(seconds)
  return /^[1-9]\d{0,6}$/.test(divisor) ? String(Math.floor(seconds / Number(divisor))) : null
}

type Field = (moment: PlaybackSpan, argument: string) => string | null
const startField: Field = ({ start }, format) => formatTime(start, format)
const nowField: Field = ({ now }, format) => formatTime(now, format)
const stopField: Field = ({ stop }, format) => formatTime(stop, format)
const templateFields: Readonly<Record<string, Field>> = {
  utc: startField,
  start: startField,
  lutc: nowField,
  now: nowField,
  timestamp: nowField,
  utcend: stopField,
  end: stopField,
  duration: ({ start, stop }, divisor) => divideSeconds(stop - start, divisor),
  offset: ({ start, now }, divisor) => divideSeconds(now - start, divisor),
  ...Object.fromEntries(
    Object.entries(dateParts).map(([letter, part]): [string, Field] => [letter, ({ start }) => part(new Date(start * 1000))]),
  ),
}

/** Fills in a template; null if it has an unknown field, such as `{catchup-id}`. */
function fillTemplate(template: string, moment: PlaybackSpan): string | null {
  let isKnown = true
  const address = template.replaceAll(/\$?\{([A-Za-z-]+)(?::([^{}]*))?\}/g, (_, name: string, argument = '') => {
    const value = Object.hasOwn(templateFields, name) ? templateFields[name]!(moment, argument as string) : null
    isKnown &&= value !== null
    return value ?? ''
  })
  return isKnown ? address : null
}

const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address)

/** Returns the catch-up URL of a time span; null if there is none. */
export function catchupAddress(channel: CatchupSource, times: TimeSpan, now: number): string | null {
  if (channel.dvr_base !== null)
    return `${channel.dvr_base.replace(/\/$/, '')}/${times.start}-${times.stop - times.start}${channel.dvr_extension}`
  const mode = channel.catchup_mode
  const template = mode !== null && Object.hasOwn(templateBuilders, mode) ? templateBuilders[mode]!(channel) : null
  const address = template && fillTemplate(template, { ...times, now })
  return address && isWebAddress(address) ? address : null
}

/** Returns the live URL of a channel. Some servers expect the current time in it. */
export const liveAddress = ({ stream_url }: Pick<CatchupSource, 'stream_url'>, now: number): string =>
  fillTemplate(stream_url, { start: now, stop: now, now }) ?? stream_url

export interface WatchOptions {
  watch: WatchState
  /** Null: the programme can't be watched now. */
  url: string | null
  /** URL of the current programme from its beginning. */
  start_over_url: string | null
}

/** Returns how a programme can be watched. */
export function findWatchOptions(channel: CatchupSource, times: TimeSpan, catchupDays: number, now: number): WatchOptions {
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
