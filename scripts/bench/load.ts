import autocannon from 'autocannon'
import { cpuOf } from './processes.ts'

export interface Ask {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
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

/** Ten connections ask as fast as they are answered, going round the list, for so many seconds. */
export async function load(url: string, asks: readonly Ask[], pids: readonly number[], seconds: number): Promise<Round> {
  const before = cpuOf(pids)
  const result = await autocannon({ url, connections: 10, duration: seconds, requests: asks as autocannon.Request[] })
  const requests = result.requests.total
  return {
    requests,
    errors: result.errors + result.timeouts + result.non2xx,
    rps: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (cpuOf(pids) - before) / Math.max(requests, 1),
  }
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export interface Flow {
  rps: number
  p50: number
  p99: number
  cpu_ms: number
  /** Processor time beside that of a bare hello-world in the same round. */
  ratio: number
  requests: number
  errors: number
}

/** The rounds of one flow as one line: medians, and sums of requests and errors. */
export function summarise(rounds: readonly { flow: Round; hello: Round }[]): Flow {
  const of = (pick: (round: Round) => number) => middle(rounds.map(({ flow }) => pick(flow)))
  const two = (value: number) => Math.round(value * 100) / 100
  return {
    rps: of((round) => round.rps),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpu_ms: Math.round(of((round) => round.cpuMs) * 1000) / 1000,
    ratio: two(middle(rounds.map(({ flow, hello }) => flow.cpuMs / hello.cpuMs))),
    requests: rounds.reduce((sum, { flow }) => sum + flow.requests, 0),
    errors: rounds.reduce((sum, { flow }) => sum + flow.errors, 0),
  }
}
