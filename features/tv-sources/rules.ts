/** Pure rules about TV channels, lists and guides, for server and web. */

export const sourceKinds = ['m3u', 'xmltv'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const importStates = ['waiting', 'running', 'done', 'failed'] as const

export const channelKinds = ['live', 'radio'] as const

/** Fields that a list sets and an operator may override. */
export const overridableFields = ['kind', 'name', 'tvg_id', 'number', 'groups', 'logo', 'liveStreamUrl', 'catchup_days', 'adult'] as const
export type ListField = (typeof overridableFields)[number]

/** Filters of TV channels for operators: disabled, no longer in their list, adult, or changed by hand. */
export const operatorChannelFilters = ['off', 'gone', 'adult', 'by_hand'] as const

export const promotionTypes = ['channel', 'playlist'] as const
export type PromotionType = (typeof promotionTypes)[number]

/** Days before and after today whose programmes are imported and kept. */
export const guideDays = { back: 14, ahead: 14 }

/** Hours between two automatic imports of a source. */
export const refreshHours = 6
/** Minute of the hour of automatic imports. */
export const refreshMinute = 40
/** A source imported within this many hours skips the next automatic import. */
export const freshHours = refreshHours - 1

const hourMs = 3_600_000
/**
 * Returns the time of a source's next automatic import, in milliseconds since 1970. @param importedMs time of the last import; null: never
 */
export function nextRefreshMs(nowMs: number, importedMs: number | null): number {
  const dueMs = Math.max(nowMs, (importedMs ?? 0) + freshHours * hourMs)
  const offsetMs = refreshMinute * 60_000
  return Math.ceil((dueMs - offsetMs) / (refreshHours * hourMs)) * refreshHours * hourMs + offsetMs
}

/** Number of problems that an import stores. Further problems are only counted. */
export const maxProblems = 1000

export const limits = {
  name: 255,
  address: 8192,
  sourceAddress: 2048,
  groups: 20,
  number: 99_999,
  countries: 300,
  atOnce: 500,
  promotions: 50,
}

/** Maximum bytes of a file in a call; larger ones are imported by URL, or with `npm run import`. */
export const maxFileBytes = 32 * 1024 * 1024

/** Words about the quality of a stream, which don't identify the channel. */
const qualityWordPattern = /\b(?:hd|fhd|uhd|sd|hq|lq|4k|8k|hevc|h ?26[45]|\d{3,4}[pi])\b/g

/** Normalizes a channel's name for comparison: `UK: BBC One HD (1080p)` and `BBC ONE` are equal. May return an empty text. */
export function matchName(name: string): string {
  const plain = name
    .slice(0, limits.name)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^\s*[a-z]{2,3}\s*[:|]\s*/, '')
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
  return plain.replaceAll(qualityWordPattern, ' ').replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Distance between the positions of two adjacent TV channels. It leaves room to insert channels without moving any. */
export const positionStep = 65_536
