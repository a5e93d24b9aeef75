import { formatMinutes } from '#kit/web/format-minutes.ts'
import type { Programme } from '../shapes.ts'
import { genreName } from './genres.ts'
import type { ProgrammeTimes } from './screen/layout.ts'

/** A programme with numeric times, because the guide compares the times of thousands of programmes. */
export interface TimedProgramme extends ProgrammeTimes {
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly category: string | null
}

/** The data of a programme that a list has before the programme itself is loaded. */
export type KnownProgramme = Pick<TimedProgramme, 'id' | 'title' | 'start' | 'stop'>

/** Shows another programme. */
export type ChooseProgramme = (channelId: string, programme: KnownProgramme) => void

export const toTimedProgramme = ({ id, title, subtitle, category, startTime, stopTime }: Programme): TimedProgramme => ({
  id,
  title,
  subtitle,
  category: category && genreName(category),
  start: Date.parse(startTime),
  stop: Date.parse(stopTime),
})

/** Returns the text beside a programme's time: the episode's title, else the category. */
export const programmeDetail = ({ subtitle, category }: Pick<TimedProgramme, 'subtitle' | 'category'>): string => subtitle ?? category ?? ''

export const isOnAir = ({ start, stop }: ProgrammeTimes, now: number): boolean => start <= now && now < stop

/** Returns the elapsed fraction, 0 to 1. */
export const elapsedFraction = ({ start, stop }: ProgrammeTimes, now: number): number =>
  Math.min(1, Math.max(0, (now - start) / (stop - start)))

/** Returns the duration of a programme: "45 min". */
export const formatDuration = ({ start, stop }: ProgrammeTimes): string => formatMinutes(Math.round((stop - start) / 60_000))

/** Returns the time until the end of a programme. */
export const timeLeft = ({ stop }: ProgrammeTimes, now: number): string => formatMinutes(Math.max(1, Math.ceil((stop - now) / 60_000)))
