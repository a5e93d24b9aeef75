// Measures rising numbers of viewers, open pages at rest, single calls, and two instances.
import { setTimeout as sleep } from 'node:timers/promises'
import { type FlowName, flowOf, flows } from './capacity-flows.ts'
import type { CapacityOptions } from './capacity-options.ts'
import type { Viewers } from './capacity-process.ts'
import {
  type CostFigures,
  describeCosts,
  describeLoadLevel,
  describeSummary,
  type LoadLevel,
  print,
  type WriteFigures,
} from './capacity-report.ts'
import type { Sample } from './capacity-statistics.ts'
import { cpuOf, memoryOf, rssOf } from './processes.ts'
import type { StartedProduct } from './product.ts'
import { median, round } from './turns.ts'

export interface Capacity {
  options: CapacityOptions
  server: StartedProduct
  postmaster: number
  startViewers: () => Viewers
  readWriteFigures: () => Promise<WriteFigures>
  product: (settings?: Record<string, string>) => Promise<StartedProduct>
}

/** The goal for the p99 of reads, in ms. */
const maxReadMs = 200
const rounds = 3
/** Concurrent calls of one flow: enough to keep a processor busy. */
const concurrency = 10

/** Measures the current viewers for some seconds. */
async function measureLoadLevel(
  { postmaster, readWriteFigures }: Pick<Capacity, 'postmaster' | 'readWriteFigures'>,
  count: number,
  seconds: number,
  viewers: Viewers,
  serverPids: readonly number[],
): Promise<LoadLevel> {
  const pids = { server: serverPids, database: [postmaster], viewers: [viewers.pid] }
  const writesBefore = await readWriteFigures()
  await viewers.sample()
  const before = Object.entries(pids).map(([name, processIds]) => [name, cpuOf(processIds)] as const)
  await sleep(seconds * 1000)
  const sample = await viewers.sample()
  const cores = Object.fromEntries(
    before.map(([name, ms]) => [name, (cpuOf(pids[name as keyof typeof pids]) - ms) / 1000 / sample.seconds]),
  )
  const written = await readWriteFigures()
  return {
    viewers: count,
    sample,
    written: { size: written.size - writesBefore.size, log: written.log - writesBefore.log },
    cores: cores as unknown as LoadLevel['cores'],
    memory: { server: serverPids.reduce((sum, pid) => sum + rssOf(pid), 0), database: memoryOf([postmaster]) },
  }
}

const hasFailed = ({ errors }: Sample) => Object.keys(errors).length > 0

/** Maximum number of visits that begin per second. Each begins with a page load, so more would only measure the server's queue. */
const maxArrivals = 100

/** Raises the number of viewers, then waits until their visits are at different points. */
async function raiseViewers(viewers: Viewers, count: number, { warmSeconds }: CapacityOptions) {
  await viewers.run({ do: 'raise', viewers: count, seconds: Math.max(warmSeconds, count / maxArrivals) })
  await sleep(warmSeconds * 1000)
}

/**
 * Raises the number of viewers until reads are too slow or calls fail. With `--minutes`, keeps one number of viewers and reports each
 * minute.
 */
export async function measureSteps(bench: Capacity) {
  const { options, server, startViewers } = bench
  const viewers = startViewers()
  await viewers.run({ do: 'use', urls: [server.url] })
  const levels: LoadLevel[] = []
  const measure = async (count: number, seconds: number) => {
    const level = await measureLoadLevel(bench, count, seconds, viewers, [server.pid])
    levels.push(level)
    print(describeLoadLevel(level))
    return level
  }
  for (const count of options.steps) {
    await raiseViewers(viewers, count, options)
    if (options.minutes > 0) for (let minute = 0; minute < options.minutes; minute++) await measure(count, 60)
    else {
      const { sample } = await measure(count, options.seconds)
      if (sample.reads.p99 > maxReadMs || hasFailed(sample)) break
    }
  }
  await viewers.stop()
  const summary = describeSummary(levels, options.minutes > 0, maxReadMs)
  print(summary.text)
  return { levels, best: summary.level, ...summary.figures }
}

/** Opens pages that follow events while the server has no other work. */
export async function measureOpenPages({ options: { pages, warmSeconds }, server, postmaster, startViewers }: Capacity) {
  const viewers = startViewers()
  await viewers.run({ do: 'use', urls: [server.url] })
  const before = { server: rssOf(server.pid), database: memoryOf([postmaster]) }
  await viewers.run({ do: 'open', pages })
  await sleep(warmSeconds * 100)
  const { streams, errors } = await viewers.sample()
  const kbEach = round(((rssOf(server.pid) - before.server) * 1000) / Math.max(streams, 1), 1)
  await viewers.stop()
  print(`open pages         ${streams} of ${pages} follow events: ${kbEach} kB of memory each${describeErrors(errors)}`)
  return { streams, kb_each: kbEach, errors }
}
const describeErrors = (errors: Sample['errors']) => (Object.keys(errors).length ? `; errors: ${JSON.stringify(errors)}` : '')

/** Makes each call alone, without rate limits. From its cost and frequency, computes its share of the processor time. */
export async function measureCosts({ options, postmaster, product, startViewers, server }: Capacity, level: LoadLevel) {
  await server.stop()
  const alone = await product({ RATE_LIMITS: 'off' })
  const viewers = startViewers()
  await viewers.run({ do: 'use', urls: [alone.url] })
  const pids = [alone.pid, postmaster]
  const costs: CostFigures[] = []
  for (const flow of Object.keys(flows) as FlowName[]) {
    // Starts the sample that is read below.
    await viewers.sample()
    const before = cpuOf(pids)
    await viewers.run({ do: 'only', flow, seconds: options.costSeconds, atOnce: concurrency })
    const usedMs = cpuOf(pids) - before
    const { flows: sampledFlows } = await viewers.sample()
    const others = Object.entries(sampledFlows).filter(([name]) => name !== flow)
    const otherMs = others.reduce((sum, [name, { calls }]) => sum + calls * (costs.find((cost) => cost.flow === name)?.cpuMs ?? 0), 0)
    const calls = sampledFlows[flow]?.calls ?? 0
    if (calls) costs.push({ flow, kind: flowOf(flow).kind, cpuMs: Math.max(0, usedMs - otherMs) / calls })
  }
  await viewers.stop()
  const described = describeCosts(level, costs)
  print(described.text)
  return described.figures
}

/** Compares one instance with two, in turns: processor time per request at the same number of viewers. */
export async function compareInstances(bench: Capacity) {
  const { options, server, startViewers, product } = bench
  const viewers = startViewers()
  const second = await product()
  const both = [server, second]
  const sendTo = async (instances: StartedProduct[]) => {
    await viewers.run({ do: 'use', urls: instances.map(({ url }) => url) })
    await sleep(options.warmSeconds * 1000)
  }
  const count = options.steps[0]!
  await sendTo(both)
  await raiseViewers(viewers, count, options)
  // A new process needs more processor time until its code is compiled.
  await sleep(options.seconds * 1000)
  const cpuEach = ({ sample, cores }: LoadLevel) => {
    const calls = Object.values(sample.flows).reduce((sum, flow) => sum + flow.calls, 0)
    return ((cores.server + cores.database) * 1000 * sample.seconds) / Math.max(calls, 1)
  }
  const ratios: number[] = []
  const errors: Sample['errors'][] = []
  for (let turn = 0; turn < rounds; turn++) {
    const levels: LoadLevel[] = []
    for (const instances of [[server], both]) {
      await sendTo(instances)
      const pids = instances.map(({ pid }) => pid)
      levels.push(await measureLoadLevel(bench, count, options.seconds, viewers, pids))
    }
    const [one, two] = levels as [LoadLevel, LoadLevel]
    for (const level of levels) print(describeLoadLevel(level))
    ratios.push(cpuEach(two) / cpuEach(one))
    errors.push(one.sample.errors, two.sample.errors)
  }
  await viewers.stop()
  const ratio = round(median(ratios), 3)
  print(`two instances      ${ratio} × the processor time per request of one (at most 1.05)`)
  return { ratio, ratios, errors }
}
