// Formats the results of `npm run bench:capacity`.
import type { FlowKind } from './capacity-flows.ts'
import type { Sample } from './capacity-statistics.ts'
import { median, round } from './turns.ts'

/** Size of the database, and of the log that it has written, in bytes. */
export interface WriteFigures {
  size: number
  /** Bytes of the write-ahead log, which replicas and archives receive. */
  log: number
}
/** Figures measured at one number of viewers. */
export interface LoadLevel {
  viewers: number
  sample: Sample
  /** How much the database and its log grew. */
  written: WriteFigures
  /** Processor seconds per second. */
  cores: { server: number; database: number; viewers: number }
  /** In MB (10⁶ bytes). Pages that the database's processes share count once. */
  memory: { server: number; database: number }
}
export interface CostFigures {
  flow: string
  kind: FlowKind
  /** Processor time per call in ms, of server and database. */
  cpuMs: number
}

/** Number of processors of the machine for which the goal is set. */
const processors = 2

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

const callsOf = ({ flows }: Sample) => Object.values(flows).reduce((sum, { calls }) => sum + calls, 0)
const bytesOf = ({ flows }: Sample) => Object.values(flows).reduce((sum, { bytes }) => sum + bytes, 0)
const usedCores = ({ cores }: LoadLevel) => cores.server + cores.database

const describeErrors = (errors: Sample['errors']) =>
  Object.entries(errors)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ') || 'no error'

export function describeLoadLevel(level: LoadLevel): string {
  const { viewers, sample, cores, memory } = level
  return (
    `${String(viewers).padStart(6)} viewers     ${round(callsOf(sample) / sample.seconds, 1)} calls/s, reads p50 ${round(sample.reads.p50, 1)} ms, ` +
    `p99 ${round(sample.reads.p99, 1)} ms; processors: server ${round(cores.server, 2)}, database ${round(cores.database, 2)}, ` +
    `viewers ${round(cores.viewers, 2)}; memory: server ${memory.server} MB, database ${memory.database} MB; ` +
    `${sample.streams} open pages; ${describeErrors(sample.errors)}`
  )
}

/**
 * Describes the highest level that meets the goal: the number of viewers, and the cost of an hour per viewer.
 * @param isHeld true if the levels are successive minutes with the same number of viewers
 */
export function describeSummary(levels: readonly LoadLevel[], isHeld: boolean, maxReadMs: number) {
  const isGood = ({ sample }: LoadLevel) => sample.reads.p99 <= maxReadMs && !Object.keys(sample.errors).length
  const reachedLevel = isHeld ? (levels.every(isGood) ? levels.at(-1) : undefined) : levels.findLast(isGood)
  const last = reachedLevel ?? levels[0]!
  const hours = (last.viewers * last.sample.seconds) / 3600
  const figures = {
    viewers_at_once: reachedLevel?.viewers ?? 0,
    cpu_ms_viewer_hour: round((usedCores(last) * last.sample.seconds * 1000) / hours, 1),
    server_cpu_ms_viewer_hour: round((last.cores.server * last.sample.seconds * 1000) / hours, 1),
    kb_viewer_hour: round(bytesOf(last.sample) / 1000 / hours, 1),
    calls_viewer_hour: round(callsOf(last.sample) / hours, 1),
    database_kb_viewer_hour: round(last.written.size / 1000 / hours, 1),
    log_kb_viewer_hour: round(last.written.log / 1000 / hours, 1),
    viewers_of_two_processors: Math.round((last.viewers * processors) / usedCores(last)),
    viewers_of_one_process: Math.round(last.viewers / last.cores.server),
  }
  const third = Math.max(1, Math.floor(levels.length / 3))
  const medianOf = (levels: readonly LoadLevel[], value: (level: LoadLevel) => number) => median(levels.map(value))
  const change = (value: (level: LoadLevel) => number) =>
    round(medianOf(levels.slice(-third), value) / medianOf(levels.slice(0, third), value), 2)
  const flat = isHeld && {
    p99: change(({ sample }) => sample.reads.p99),
    cpu: change(usedCores),
    server_memory: change(({ memory }) => memory.server),
    database_memory: change(({ memory }) => memory.database),
  }
  const text = [
    `viewers at once    ${figures.viewers_at_once} with p99 of reads within ${maxReadMs} ms and no error`,
    `a viewer's hour    ${figures.cpu_ms_viewer_hour} CPU ms (server ${figures.server_cpu_ms_viewer_hour}), ${figures.kb_viewer_hour} kB, ${figures.calls_viewer_hour} calls`,
    `written in it      database ${figures.database_kb_viewer_hour} kB, its log ${figures.log_kb_viewer_hour} kB`,
    `by processor time  ${figures.viewers_of_two_processors} viewers fill ${processors} processors, ${figures.viewers_of_one_process} the one of a server process`,
    ...(flat
      ? [
          `last third/first   p99 ${flat.p99} ×, CPU ${flat.cpu} ×, memory of the server ${flat.server_memory} ×, of the database ${flat.database_memory} ×`,
        ]
      : []),
  ].join('\n')
  return { text, level: last, figures: { ...figures, ...(flat && { flat }) } }
}

/** A table of the calls: their frequency, share of the processor time, and duration. */
export function describeCosts(level: LoadLevel, costs: readonly CostFigures[]) {
  const { sample } = level
  const usedMs = usedCores(level) * sample.seconds * 1000
  const figures = costs
    .map(({ flow, kind, cpuMs }) => {
      const { calls, bytes, p50, p99 } = sample.flows[flow] ?? { calls: 0, bytes: 0, p50: 0, p99: 0 }
      return {
        flow,
        kind,
        calls_s: round(calls / sample.seconds, 2),
        cpu_ms: round(cpuMs, 3),
        cpu_share: round((calls * cpuMs) / usedMs, 4),
        kb: round(bytes / Math.max(calls, 1) / 1000, 1),
        p50: round(p50, 1),
        p99: round(p99, 1),
      }
    })
    .toSorted((a, b) => b.cpu_share - a.cpu_share)
  const explained = figures.reduce((sum, { cpu_share: share }) => sum + share, 0)
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index ? String(cell).padStart(10) : String(cell).padEnd(19))).join('')
  const text = [
    row(['call', 'kind', 'calls/s', 'CPU ms', 'share', 'kB', 'p50 ms', 'p99 ms']),
    ...figures.map((figure) =>
      row([
        figure.flow,
        figure.kind,
        figure.calls_s,
        figure.cpu_ms,
        `${round(figure.cpu_share * 100, 1)} %`,
        figure.kb,
        figure.p50,
        figure.p99,
      ]),
    ),
    `calls alone        explain ${round(explained * 100, 0)} % of the processor time of ${level.viewers} viewers; the rest is open pages, jobs and contention`,
  ].join('\n')
  return { text, figures }
}
