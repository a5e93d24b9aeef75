/** How a list says that a channel has catch-up. */
import type { Attributes } from '#kit/server/m3u-attributes.ts'
import { limits } from '../rules.ts'
import { removeUnstorable } from './m3u-attributes.ts'

export type CatchupMode = 'default' | 'append' | 'shift' | 'flussonic' | 'fs' | 'xc'

const modes: Readonly<Record<string, CatchupMode>> = {
  default: 'default',
  append: 'append',
  shift: 'shift',
  timeshift: 'shift',
  archive: 'shift',
  flussonic: 'flussonic',
  'flussonic-hls': 'flussonic',
  'flussonic-ts': 'flussonic',
  fs: 'fs',
  xc: 'xc',
}
const offValues = new Set(['none', 'no', 'off', 'false', 'disabled', '0'])

const maxDays = 365
const daySeconds = 86_400
/** Attributes of Siptv for days of catch-up. If the list names neither a mode nor a source, they imply the mode `shift`. */
const shiftDayAttributes = ['timeshift', 'tvg-rec'] as const

/** Parses the number at the beginning of texts such as `3` and `3 days`. */
const numberIn = (text: string | undefined) => Number(/^\s*(\d{1,6})/.exec(text ?? '')?.[1] ?? Number.NaN)
const daysIn = (attributes: Attributes, key: string) => Math.min(numberIn(attributes[key]) || 0, maxDays)

export interface Catchup {
  catchup_mode: CatchupMode | null
  catchup_source: string | null
  catchup_days: number
}

/** @param ownAttributes attributes of the entry @param attributes the same, with defaults from the list's header */
export function readCatchup(ownAttributes: Attributes, attributes: Attributes): Catchup {
  const listedMode = (attributes['catchup'] || attributes['catchup-type'] || '').toLowerCase()
  const keys = ['catchup-days', ...shiftDayAttributes]
  const hasNoCatchup =
    offValues.has(listedMode) ||
    (keys.some((key) => numberIn(ownAttributes[key]) === 0) && !keys.some((key) => numberIn(ownAttributes[key]) > 0))
  const source = attributes['catchup-source'] || null
  const shifted = shiftDayAttributes.map((key) => daysIn(attributes, key)).find(Boolean) ?? 0
  const days =
    daysIn(attributes, 'catchup-days') || shifted || Math.min(Math.ceil((numberIn(attributes['catchup-time']) || 0) / daySeconds), maxDays)
  const mode = modes[listedMode] ?? (source ? 'default' : shifted ? 'shift' : null)
  const isUsable = !hasNoCatchup && mode !== null && (source !== null || (mode !== 'default' && mode !== 'append'))
  return {
    catchup_mode: isUsable ? mode : null,
    catchup_source: source !== null && source.length <= limits.address ? removeUnstorable(source) : null,
    catchup_days: hasNoCatchup ? 0 : days,
  }
}
