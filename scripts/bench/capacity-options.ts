import { parseArgs } from 'node:util'

export interface CapacityOptions {
  /** Numbers of viewers to measure, in rising order. */
  steps: number[]
  /** How many seconds each number of viewers is measured. */
  seconds: number
  /** How many seconds viewers take to arrive, and then to settle. */
  warmSeconds: number
  /** For how many minutes one number of viewers is measured. 0: measures several numbers. */
  minutes: number
  instances: 1 | 2
  /** Number of open pages whose memory is measured. */
  pages: number
  /** For how many seconds each call is measured alone. */
  costSeconds: number
  /** Number of days in the guide. */
  tvDays: number
  json: string | undefined
}

const steps = [500, 1000, 2000, 4000, 7000, 10_000, 14_000, 20_000]
const seconds = '60'
const warmSeconds = 30
// 200 viewers make about 40 calls in 3 s. That is enough to measure their processor time, which the system counts in steps of 10 ms.
const quick = { steps: [200], seconds: 3, warmSeconds: 3, pages: 40, costSeconds: 0.1, tvDays: 1 }

/** Reads the command line: `--viewers 10000`, `--minutes 30`, `--seconds 60`, `--instances 2`, `--quick`, `--json FILE`. */
export function readCapacityOptions(): CapacityOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { viewers: text, minutes: text, seconds: text, instances: text, json: text, quick: { type: 'boolean' } },
  })
  const options: CapacityOptions = {
    steps: values.viewers === undefined ? steps : [Number(values.viewers)],
    seconds: Number(values.seconds ?? seconds),
    warmSeconds,
    minutes: Number(values.minutes ?? 0),
    instances: values.instances === '2' ? 2 : 1,
    pages: 2000,
    costSeconds: 3,
    tvDays: 8,
    json: values.json,
  }
  return { ...options, ...(values.quick && quick) }
}
