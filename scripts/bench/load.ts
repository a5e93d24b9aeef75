import autocannon from 'autocannon'
import { cpuOf } from './processes.ts'

export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/** Requests that the connections send in turn. A function returns a new request for each call, for requests that mustn't repeat. */
export type BenchRequests = readonly BenchRequest[] | (() => BenchRequest)
export interface LoadRound {
  requests: number
  errors: number
  rps: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** Processor time per request in ms, of server and database together. */
  cpuMs: number
}

/** Sends requests over ten connections for some seconds, each as soon as the previous request was answered. */
export async function measureLoad(url: string, benchRequests: BenchRequests, pids: readonly number[], seconds: number): Promise<LoadRound> {
  const before = cpuOf(pids)
  const requests = (typeof benchRequests === 'function' ? [{ setupRequest: benchRequests }] : benchRequests) as autocannon.Request[]
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

/** Returns the value below which this share of the sorted values lies; 0 if there are none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/**
 * Sends 50 reads per second in turns, without waiting for responses (an open loop).
 * @returns the duration of each in ms; Infinity for a failure
 */
export async function probe(url: string, requests: readonly BenchRequest[], seconds: number): Promise<number[]> {
  const everyMs = 20
  const reads: Promise<number>[] = []
  const read = async ({ method, path, headers, body }: BenchRequest) => {
    const startedMs = performance.now()
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    await response.text()
    return response.ok ? performance.now() - startedMs : Infinity
  }
  const end = performance.now() + seconds * 1000
  for (let next = performance.now(); next < end; next += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
    reads.push(read(requests[reads.length % requests.length]!).catch(() => Infinity))
  }
  return Promise.all(reads)
}
