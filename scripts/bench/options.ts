import { parseArgs } from 'node:util'

interface BenchOptions {
  quick: boolean
  only: string[] | undefined
  json: string | undefined
  /** Duration of the part in which people edit together, in seconds. */
  seconds: number
}

/** Reads the command line: `--quick`, `--only part,part`, `--json FILE`, `--seconds 60`. */
export function readOptions(): BenchOptions {
  const options = { quick: { type: 'boolean' }, only: { type: 'string' }, json: { type: 'string' }, seconds: { type: 'string' } } as const
  const { quick = false, only, json, seconds = '8' } = parseArgs({ options }).values
  return { quick, only: only?.split(','), json, seconds: Number(seconds) }
}
