import { clips, segmentSeconds } from './clips.ts'
import type { DemoChannel, DemoShow } from './channels.ts'

/** Start of a day, in milliseconds after midnight UTC: six in the morning in Brussels in winter. */
const dayStartMs = 5 * 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000

/** Number of days in the archive. */
export const archiveDays = 7

/** Returns the day of a time, counted since 1970. */
const dayOf = (ms: number): number => Math.floor((ms - dayStartMs) / dayMs)

/** Returns the minutes since six in the morning. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours - 6) * 60 + minutes
}

export interface DemoProgramme {
  show: DemoShow
  /** Milliseconds since 1970. */
  startsAt: number
  stopsAt: number
  /** Number of the episode, from 1; undefined for shows without episode numbers. */
  episode: number | undefined
}

/** Number of episodes after which a series starts again. */
const daysOfSeries = 26

/** Returns the programmes that overlap a period. The same period always has the same programmes. */
export function programmesOf(channel: DemoChannel, fromMs: number, toMs: number): DemoProgramme[] {
  const results: DemoProgramme[] = []
  for (let day = dayOf(fromMs); day <= dayOf(toMs - 1); day++)
    for (const programme of programmesOfDay(channel, day))
      if (programme.stopsAt > fromMs && programme.startsAt < toMs) results.push(programme)
  return results
}

function programmesOfDay({ day: starts, shows }: DemoChannel, day: number): DemoProgramme[] {
  const startMs = day * dayMs + dayStartMs
  return starts.map(([time, key], index) => {
    const show = shows[key]
    if (!show) throw new Error(`${key} is on at ${time}, and is no show of the channel`)
    const next = starts[index + 1]?.[0]
    return {
      show,
      startsAt: startMs + minutesOf(time) * minuteMs,
      stopsAt: next ? startMs + minutesOf(next) * minuteMs : startMs + dayMs,
      // The episode depends on the day alone, so a show that is on twice a day repeats it.
      episode: show.isSeries && (day % daysOfSeries) + 1,
    }
  })
}

/** A segment of an endless stream, numbered since 1970. */
export interface Segment {
  /** Below `/media/demo/`. */
  folder: string
  file: string
  /** Whether a clip starts or restarts with this segment. The timestamps then restart too. */
  isBreak: boolean
  /** Number of breaks since 1970, up to and including this segment. */
  breaks: number
}

/** The contents of a stream at any time, computed from the clock. */
export type Timeline = (number: number) => Segment

/** Repeats one clip. */
export function repeatClip(clip: keyof typeof clips): Timeline {
  const { folder, segments } = clips[clip]
  return (number) => {
    const inLoop = number % segments
    return { folder, file: `${inLoop}.m4s`, isBreak: inLoop === 0, breaks: Math.floor(number / segments) + 1 }
  }
}

const segmentsOf = (ms: number) => ms / 1000 / segmentSeconds

/**
 * Returns the contents of a channel: each programme repeats its clip. All days have the same number of breaks, so that the breaks since
 * 1970 can be computed.
 */
export function timelineOf(channel: DemoChannel): Timeline {
  let breaksBefore = 0
  const parts = programmesOfDay(channel, 0).map(({ show, startsAt, stopsAt }) => {
    const clip = clips[show.clip]
    const part = { ...clip, first: segmentsOf(startsAt - dayStartMs), breaksBefore }
    breaksBefore += Math.ceil(segmentsOf(stopsAt - startsAt) / clip.segments)
    return part
  })
  const breaksPerDay = breaksBefore
  const segmentsADay = segmentsOf(dayMs)
  const firstOfDay = segmentsOf(dayStartMs)
  return (number) => {
    const day = Math.floor((number - firstOfDay) / segmentsADay)
    const inDay = number - firstOfDay - day * segmentsADay
    const part = parts.findLast(({ first }) => first <= inDay)!
    const offsetInPart = inDay - part.first
    const inLoop = offsetInPart % part.segments
    return {
      folder: part.folder,
      file: `${inLoop}.m4s`,
      isBreak: inLoop === 0,
      breaks: day * breaksPerDay + part.breaksBefore + Math.floor(offsetInPart / part.segments) + 1,
    }
  }
}
