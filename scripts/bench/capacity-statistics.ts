// Counts calls by flow, in the process that makes them.
import { percentile } from './load.ts'

export interface FlowSample {
  calls: number
  /** Bytes of the responses, with headers. */
  bytes: number
  /** In milliseconds. */
  p50: number
  p99: number
}
/** Figures since the previous sample. */
export interface Sample {
  seconds: number
  flows: Record<string, FlowSample>
  /** Latencies of all reads and pages, in ms. */
  reads: { p50: number; p99: number }
  /** Number of errors, by flow and kind: `channel 503`, `view ECONNRESET`. */
  errors: Record<string, number>
  /** Number of open event streams. */
  streams: number
}

export interface Statistics {
  answered: (flow: string, isRead: boolean, ms: number, bytes: number) => void
  failed: (flow: string, kind: string) => void
  /** Adds received bytes of a response that stays open. */
  streamed: (flow: string, bytes: number) => void
  /** Returns the figures since the last call. */
  take: (streams: number) => Sample
}

export function createStatistics(): Statistics {
  let startedMs = performance.now()
  let flows = new Map<string, { ms: number[]; bytes: number }>()
  let reads: number[] = []
  let errors: Record<string, number> = {}
  const ofFlow = (name: string) => {
    const flow = flows.get(name) ?? { ms: [], bytes: 0 }
    flows.set(name, flow)
    return flow
  }
  return {
    answered(name, isRead, ms, bytes) {
      const flow = ofFlow(name)
      flow.ms.push(ms)
      flow.bytes += bytes
      if (isRead) reads.push(ms)
    },
    failed(flow, kind) {
      const name = `${flow} ${kind}`
      errors[name] = (errors[name] ?? 0) + 1
    },
    streamed: (flow, bytes) => void (ofFlow(flow).bytes += bytes),
    take(streams) {
      const sample: Sample = {
        seconds: (performance.now() - startedMs) / 1000,
        flows: Object.fromEntries(
          [...flows].map(([name, { ms, bytes }]) => [
            name,
            { calls: ms.length, bytes, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) },
          ]),
        ),
        reads: { p50: percentile(reads, 0.5), p99: percentile(reads, 0.99) },
        errors,
        streams,
      }
      startedMs = performance.now()
      flows = new Map()
      reads = []
      errors = {}
      return sample
    },
  }
}
