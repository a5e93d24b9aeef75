import { type Asks, load, type Round } from './load.ts'

/** A server under load: its URL, requests, and processes whose processor time counts. */
export interface Side {
  url: string
  asks: Asks
  /** Process ids, including descendants. */
  pids: readonly number[]
  /** Number of requests that make one request of the comparison. Default: 1. */
  times?: number
}

const warmUpSeconds = 1

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

export type Turns<Name extends string> = Record<Name, Round>[]

/**
 * Loads the sides alternately, for `seconds` each, after an uncounted round. Load and throttling of the machine affect all sides of a turn:
 * single long runs vary by a quarter, ratios within turns hardly at all.
 */
export async function inTurns<Name extends string>(sides: Record<Name, Side>, turns: number, seconds: number): Promise<Turns<Name>> {
  const all = Object.entries<Side>(sides)
  const measured: Turns<Name> = []
  for (const [, { url, asks, pids }] of all) await load(url, asks, pids, warmUpSeconds)
  for (let turn = 0; turn < turns; turn++) {
    const rounds: [string, Round][] = []
    for (const [name, { url, asks, pids, times = 1 }] of all) {
      const one = await load(url, asks, pids, seconds)
      rounds.push([name, { ...one, cpuMs: one.cpuMs * times }])
    }
    measured.push(Object.fromEntries(rounds) as Record<Name, Round>)
  }
  return measured
}

/** Returns the median ratio of processor time per request over the turns, rounded to hundredths. */
export const ratioOf = <Name extends string>(turns: Turns<Name>, side: Name, base: Name): number =>
  round(median(turns.map((turn) => turn[side].cpuMs / turn[base].cpuMs)), 2)

export interface Flow {
  rps: number
  /** Milliseconds; depends on the machine, for information. */
  p50: number
  p99: number
  cpu_ms: number
  /** Processor time per request relative to hello in the same turns. */
  ratio: number
  /** Relative to the floor, as a user and as a guest; null without a floor. */
  floor_ratio: number | null
  floor_ratio_guest: number | null
  requests: number
  errors: number
}

/** Summarises one side of the turns: medians, and sums of requests and errors. */
export function summarise<Name extends string>(
  turns: Turns<Name>,
  side: Name,
  ratios: Pick<Flow, 'ratio' | 'floor_ratio' | 'floor_ratio_guest'>,
): Flow {
  const rounds = turns.map((turn) => turn[side])
  const of = (pick: (one: Round) => number) => median(rounds.map(pick))
  const sum = (pick: (one: Round) => number) => rounds.reduce((total, one) => total + pick(one), 0)
  return {
    rps: of(({ rps }) => rps),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cpu_ms: round(
      of(({ cpuMs }) => cpuMs),
      3,
    ),
    ...ratios,
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
  }
}
