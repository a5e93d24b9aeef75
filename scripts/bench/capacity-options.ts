import { parseArgs } from 'node:util'

export interface CapacityOptions {
  /** Numbers of viewers, rising. */
  steps: number[]
  /** Measured seconds of each step. */
  seconds: number
  /** Seconds in which viewers arrive, and in which they settle. */
  warmSeconds: number
  /** Minutes of one level; 0: measures steps. */
  minutes: number
  instances: 1 | 2
  /** Pages that follow events, opened at rest to measure their memory. */
  pages: number
  /** Seconds of each call alone. */
  costSeconds: number
  /** Days of the guide. */
  tvDays: number
  json: string | undefined
}

const steps = [500, 1000, 2000, 4000, 7000, 10_000, 14_000, 20_000]
const seconds = '60'
const warmSeconds = 30
const quick = { steps: [40], seconds: 3, warmSeconds: 3, pages: 40, costSeconds: 0.1, tvDays: 1 }

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
