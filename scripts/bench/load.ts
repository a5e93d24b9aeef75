import autocannon from 'autocannon'
import { cpuOf } from './processes.ts'

export interface Ask {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/** Asked one after the other, each connection from the first on; or, where none may come twice, the next one, whoever asks. */
export type Asks = readonly Ask[] | (() => Ask)
export interface Round {
  requests: number
  errors: number
  rps: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Processor milliseconds a request, of the server and the database together. */
  cpuMs: number
}

/** Ten connections ask as fast as they are answered, for so many seconds. */
export async function load(url: string, asks: Asks, pids: readonly number[], seconds: number): Promise<Round> {
  const before = cpuOf(pids)
  const requests = (typeof asks === 'function' ? [{ setupRequest: asks }] : asks) as autocannon.Request[]
  const result = await autocannon({ url, connections: 10, duration: seconds, requests })
  const answered = result.requests.total
  return {
    requests: answered,
    errors: result.errors + result.timeouts + result.non2xx,
    rps: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpuOf(pids) - before) / Math.max(answered, 1),
  }
}

/** The value below which so large a share of the values lies; 0 without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/**
 * Reads that come 50 a second whatever happens (an open loop: the next one does not wait for the last), going round the list.
 * @returns how long each took in ms; one that failed counts as endless
 */
export async function probe(url: string, asks: readonly Ask[], seconds: number): Promise<number[]> {
  const everyMs = 20
  const reads: Promise<number>[] = []
  const read = async ({ method, path, headers, body }: Ask) => {
    const asked = performance.now()
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    await answer.text()
    return answer.ok ? performance.now() - asked : Infinity
  }
  const end = performance.now() + seconds * 1000
  for (let next = performance.now(); next < end; next += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    reads.push(read(asks[reads.length % asks.length]!).catch(() => Infinity))
  }
  return Promise.all(reads)
}
