import { type Asks, load, type Round } from './load.ts'

/** A server under load: where it listens, what it is asked, and whose processor time counts. */
export interface Side {
  url: string
  asks: Asks
  /** Process ids; their descendants count too. */
  pids: readonly number[]
  /** One request of the comparison is so many of these. Default: 1. */
  times?: number
}

const warmUpSeconds = 1

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

export type Turns<Name extends string> = Record<Name, Round>[]

/**
 * Loads the sides in turns, so many seconds each, after one round that nobody counts. A machine that is busy for a while, warm or
 * throttled is so for all sides of a turn: single long runs scatter by a quarter where the ratios of the turns hardly do.
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

/** The median of the turns' ratios of processor time a request, rounded to hundredths. */
export const ratioOf = <Name extends string>(turns: Turns<Name>, side: Name, base: Name): number =>
  round(median(turns.map((turn) => turn[side].cpuMs / turn[base].cpuMs)), 2)

export interface Flow {
  rps: number
  /** Milliseconds: they follow the machine, and are for information. */
  p50: number
  p99: number
  cpu_ms: number
  /** Processor time a request beside that of a bare hello-world in the same turns. */
  ratio: number
  /** The same beside the floor, signed in and as a guest; null for what has none. */
  floor_ratio: number | null
  floor_ratio_guest: number | null
  requests: number
  errors: number
}

/** One side of the turns as one line of figures: medians, and sums of requests and errors. */
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
