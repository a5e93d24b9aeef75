import { type BenchRequest, type BenchRequests, measureLoad, type LoadRound } from './load.ts'

/** A server: its URL, and the processes whose processor time counts, with their descendants. */
export interface Server {
  url: string
  pids: readonly number[]
}
/** A server that receives requests, alternating with others. */
export interface LoadSide extends Server {
  requests: BenchRequests
  /** Number of requests that count as one, such as all reads of a page. Default: 1. */
  times?: number
}

const warmUpSeconds = 1

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/** The results of one turn, by server. */
export type Turn = Readonly<Record<string, LoadRound>>

/**
 * Sends requests to each server in turn, for `seconds` each. The first turn is not counted. Other programs slow all servers of a turn, so
 * that the ratios within a turn are stable; single long runs vary by a quarter.
 * @param clear deletes what a turn wrote
 */
export async function runInTurns(
  sides: Readonly<Record<string, LoadSide>>,
  { turns, seconds }: { turns: number; seconds: number },
  clear: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Turn[]> {
  const measured: Turn[] = []
  for (const { url, requests, pids } of Object.values(sides)) await measureLoad(url, requests, pids, warmUpSeconds)
  await clear()
  for (let turn = 0; turn < turns; turn++) {
    const rounds: Record<string, LoadRound> = {}
    for (const [name, { url, requests, pids, times = 1 }] of Object.entries(sides)) {
      const round = await measureLoad(url, requests, pids, seconds)
      rounds[name] = { ...round, cpuMs: round.cpuMs * times }
    }
    await clear()
    measured.push(rounds)
  }
  return measured
}

/**
 * Returns the processor time per request of `side`, divided by that of `base`: the median over the turns, in hundredths. Null if a side is
 * missing.
 */
export function ratioOf(turns: readonly Turn[], side: string, base: string): number | null {
  if (!turns.every((turn) => turn[side] && turn[base])) return null
  return round(median(turns.map((turn) => turn[side]!.cpuMs / turn[base]!.cpuMs)), 2)
}

export interface FlowFigures {
  rps: number
  /** In milliseconds. Only for information, because it depends on the machine. */
  p50: number
  p99: number
  cpu_ms: number
  /** Processor time of a user's request divided by that of the floor's. Null for flows without a floor. */
  floor_ratio: number | null
  /** The same for a guest's request. Null for what guests can't do. */
  floor_ratio_guest: number | null
  requests: number
  errors: number
}

const cpuMsOf = ({ cpuMs }: LoadRound) => cpuMs

/** Summarises the turns: medians of the user's requests, and their ratios to the floor. */
export function summarise(turns: readonly Turn[]): FlowFigures {
  const rounds = turns.map(({ user }) => user!)
  const medianOf = (pick: (round: LoadRound) => number) => median(rounds.map(pick))
  const sumOf = (pick: (round: LoadRound) => number) => rounds.reduce((total, round) => total + pick(round), 0)
  return {
    rps: medianOf(({ rps }) => rps),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    cpu_ms: round(medianOf(cpuMsOf), 3),
    floor_ratio: ratioOf(turns, 'user', 'floor'),
    floor_ratio_guest: ratioOf(turns, 'guest', 'floor'),
    requests: sumOf(({ requests }) => requests),
    errors: sumOf(({ errors }) => errors),
  }
}

export interface Servers {
  product: Server
  floor: Server
  turns: number
  seconds: number
}

/** The requests of a flow: by a user, to the floor, and by a guest if guests can do it. */
export interface FlowRequests {
  user: BenchRequests
  floor: BenchRequests
  guest?: readonly BenchRequest[]
  clear?: () => Promise<unknown>
}

/** Measures a flow, alternating with the floor. */
export async function measureFlow(servers: Servers, { user, floor, guest, clear }: FlowRequests): Promise<FlowFigures> {
  const sides = {
    floor: { ...servers.floor, requests: floor },
    ...(guest && { guest: { ...servers.product, requests: guest } }),
    user: { ...servers.product, requests: user },
  }
  return summarise(await runInTurns(sides, servers, clear))
}
