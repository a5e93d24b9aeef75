import { clips, segmentSeconds } from './clips.ts'
import type { DemoChannel, DemoShow } from './channels.ts'

/** Days begin at six in the morning, by the clock of Brussels in winter: milliseconds after midnight in UTC. */
const dayStartMs = 5 * 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000

/** For how many days back what was on can be seen. */
export const archiveDays = 7

/** The number of the day, since 1970, that a moment belongs to. */
const dayOf = (ms: number): number => Math.floor((ms - dayStartMs) / dayMs)

/** Minutes since six in the morning. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours - 6) * 60 + minutes
}

export interface DemoProgramme {
  show: DemoShow
  /** Milliseconds since 1970. */
  startsAt: number
  stopsAt: number
  /** From 1 on; undefined: its parts have no numbers. */
  episode: number | undefined
}

/** A series begins anew after so many days. */
const daysOfSeries = 26

/** What is on from one moment to another, what has begun already included. The same for whoever asks, at any time. */
export function programmesOf(channel: DemoChannel, fromMs: number, toMs: number): DemoProgramme[] {
  const found: DemoProgramme[] = []
  for (let day = dayOf(fromMs); day <= dayOf(toMs - 1); day++)
    for (const one of programmesOfDay(channel, day)) if (one.stopsAt > fromMs && one.startsAt < toMs) found.push(one)
  return found
}

function programmesOfDay({ day: starts, shows }: DemoChannel, day: number): DemoProgramme[] {
  const startMs = day * dayMs + dayStartMs
  return starts.map(([time, key], at) => {
    const show = shows[key]
    if (!show) throw new Error(`${key} is on at ${time}, and is no show of the channel`)
    const next = starts[at + 1]?.[0]
    return {
      show,
      startsAt: startMs + minutesOf(time) * minuteMs,
      stopsAt: next ? startMs + minutesOf(next) * minuteMs : startMs + dayMs,
      // What is on twice a day is the same part again.
      episode: show.isSeries && (day % daysOfSeries) + 1,
    }
  })
}

/** One of the segments that a stream without an end is made of, numbered since 1970. */
export interface Segment {
  /** Below `/media/demo/`. */
  folder: string
  file: string
  /** A clip begins here, another one or anew: its timestamps do too. */
  isBreak: boolean
  /** How many breaks there have been since 1970, up to and with this segment. */
  breaks: number
}

/** What a stream shows at any time, worked out from the clock alone. */
export type Timeline = (number: number) => Segment

/** One clip, over and over. */
export function repeat(clip: keyof typeof clips): Timeline {
  const { folder, segments } = clips[clip]
  return (number) => {
    const inLoop = number % segments
    return { folder, file: `${inLoop}.m4s`, isBreak: inLoop === 0, breaks: Math.floor(number / segments) + 1 }
  }
}

const segmentsOf = (ms: number) => ms / 1000 / segmentSeconds

/** What a channel shows: the clip of each programme, over and over while that is on. Every day has as many breaks, so that they can be counted. */
export function timelineOf(channel: DemoChannel): Timeline {
  let breaksBefore = 0
  const parts = programmesOfDay(channel, 0).map(({ show, startsAt, stopsAt }) => {
    const clip = clips[show.clip]
    const part = { ...clip, first: segmentsOf(startsAt - dayStartMs), breaksBefore }
    breaksBefore += Math.ceil(segmentsOf(stopsAt - startsAt) / clip.segments)
    return part
  })
  const breaksADay = breaksBefore
  const segmentsADay = segmentsOf(dayMs)
  const firstOfDay = segmentsOf(dayStartMs)
  return (number) => {
    const day = Math.floor((number - firstOfDay) / segmentsADay)
    const inDay = number - firstOfDay - day * segmentsADay
    const part = parts.findLast(({ first }) => first <= inDay)!
    const inPart = inDay - part.first
    const inLoop = inPart % part.segments
    return {
      folder: part.folder,
      file: `${inLoop}.m4s`,
      isBreak: inLoop === 0,
      breaks: day * breaksADay + part.breaksBefore + Math.floor(inPart / part.segments) + 1,
    }
  }
}
