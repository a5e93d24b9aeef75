import { formatMinutes } from '#kit/web/format-minutes.ts'
import type { Programme } from '../shapes.ts'
import { genreName } from './genres.ts'
import type { Slot } from './guide/layout.ts'

/** A programme with its times as numbers: the guide compares thousands of them. */
export interface TimedProgramme extends Slot {
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly category: string | null
}

/** What of a programme is known before it is read. */
export type KnownProgramme = Pick<TimedProgramme, 'id' | 'title' | 'start' | 'stop'>

/** Shows another programme. */
export type ChooseProgramme = (channelId: string, programme: KnownProgramme) => void

export const timed = ({ id, title, subtitle, category, startTime, stopTime }: Programme): TimedProgramme => ({
  id,
  title,
  subtitle,
  category: category && genreName(category),
  start: Date.parse(startTime),
  stop: Date.parse(stopTime),
})

/** What stands beside its time: which one it is, else of what sort. */
export const detailOf = ({ subtitle, category }: Pick<TimedProgramme, 'subtitle' | 'category'>): string => subtitle ?? category ?? ''

export const isOn = ({ start, stop }: Slot, now: number): boolean => start <= now && now < stop

/** How much of it has passed, 0 to 1. */
export const partPassed = ({ start, stop }: Slot, now: number): number => Math.min(1, Math.max(0, (now - start) / (stop - start)))

/** "45 min": how long it takes. */
export const lengthOf = ({ start, stop }: Slot): string => formatMinutes(Math.round((stop - start) / 60_000))

/** How long until it ends. */
export const timeLeft = ({ stop }: Slot, now: number): string => formatMinutes(Math.max(1, Math.ceil((stop - now) / 60_000)))
