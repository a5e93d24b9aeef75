import type { Db } from '#kit/server/db/db.ts'
import { get } from './requests.ts'
import { percentile, probe } from './load.ts'
import type { StartedProduct } from './product.ts'
import type { SeedResult } from './seed.ts'
import type sizes from './sizes.json'
import { type FlowFigures, type FlowRequests, type Server, round, type Servers } from './turns.ts'

/** Passed to all parts of the benchmark. */
export interface Benchmark {
  server: StartedProduct
  servers: Servers
  database: Server
  db: Db
  seeded: SeedResult
  /** Numbers of requests and rows: the full ones, or smaller ones with `--quick`. */
  size: typeof sizes.full
  /** Returns true if the part is to be measured. */
  isWanted: (part: string) => boolean
  /** Measures and reports a flow. */
  measure: (name: string, flow: FlowRequests) => Promise<void>
  reportFlow: (name: string, flow: FlowFigures) => void
  /** Reports figures by name, and as one line of text. */
  report: (name: string, figures: unknown, label: string, text: string) => void
}

export interface OthersFigures {
  others_p99_ms: number
  others_p99_before_ms: number
}

/** Measures reads by other users: for `seconds` before the load, then in rounds of `roundSeconds` during the load. */
export async function probeOthers({ server, seeded }: Pick<Benchmark, 'server' | 'seeded'>, seconds: number) {
  const token = seeded.tokens[1]
  const requests = [get('/api/playlists/default-playlists?limit=20', token), get(`/api/videos/${seeded.video}`, token)]
  const before = await probe(server.url, requests, seconds)
  const times: number[] = []
  return {
    async during(roundSeconds: number, isOver: () => Promise<boolean> | boolean) {
      while (!(await isOver())) times.push(...(await probe(server.url, requests, roundSeconds)))
    },
    figures: (): OthersFigures => ({
      others_p99_ms: round(percentile(times, 0.99), 1),
      others_p99_before_ms: round(percentile(before.slice(before.length / 2), 0.99), 1),
    }),
  }
}

export const describeOthers = ({ others_p99_ms, others_p99_before_ms }: OthersFigures): string =>
  `everything else's p99 ${others_p99_ms} ms, before ${others_p99_before_ms} ms`
