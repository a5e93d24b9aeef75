/** Pure decisions about TV channels, lists and guides that both sides make. */

export const sourceKinds = ['m3u', 'xmltv'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const importStates = ['waiting', 'running', 'done', 'failed'] as const

export const channelKinds = ['live', 'radio'] as const

/** What a list says of a channel, and an operator may say otherwise. */
export const listFields = ['kind', 'name', 'tvg_id', 'number', 'groups', 'logo', 'liveStreamUrl', 'catchup_days', 'adult'] as const
export type ListField = (typeof listFields)[number]

/** Which TV channels an operator looks at: those turned off, no longer in their list, for adults, or changed by hand. */
export const channelViews = ['off', 'gone', 'adult', 'by_hand'] as const

export const promotionTypes = ['channel', 'playlist'] as const
export type PromotionType = (typeof promotionTypes)[number]

/** Days of programmes that are kept; what lies outside is not imported, and deleted. */
export const guideDays = { back: 14, ahead: 14 }

/** Hours between two looks at the address of a source. */
export const refreshHours = 6
/** Minutes past the hour of a look. */
export const refreshMinute = 40
/** What was imported so many hours ago or less waits for the next time but one. */
export const freshHours = refreshHours - 1

const hourMs = 3_600_000
/** When a source is looked at by itself next, in milliseconds since 1970. @param importedMs when it was imported; null: never */
export function nextRefreshMs(nowMs: number, importedMs: number | null): number {
  const dueMs = Math.max(nowMs, (importedMs ?? 0) + freshHours * hourMs)
  const offsetMs = refreshMinute * 60_000
  return Math.ceil((dueMs - offsetMs) / (refreshHours * hourMs)) * refreshHours * hourMs + offsetMs
}

/** Problems that an import remembers line by line; more are counted. */
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

/** Bytes of a file that is sent with a call; larger ones come by address, or by `npm run import`. */
export const maxFileBytes = 32 * 1024 * 1024

/** What says how a stream is sent, and nothing of whose it is. */
const quality = /\b(?:hd|fhd|uhd|sd|hq|lq|4k|8k|hevc|h ?26[45]|\d{3,4}[pi])\b/g

/**
 * A channel's name as it is compared: `UK: BBC One HD (1080p)` and `BBC ONE` are the same one. Empty where nothing is left to compare.
 */
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
  return plain.replaceAll(quality, ' ').replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
