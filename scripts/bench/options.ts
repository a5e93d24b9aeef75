import { parseArgs } from 'node:util'

/** Reads the command line: `--quick`, `--only part,part`, `--json FILE`. */
export function readOptions(): { quick: boolean; only: string[] | undefined; json: string | undefined } {
  const options = { quick: { type: 'boolean' }, only: { type: 'string' }, json: { type: 'string' } } as const
  const { quick = false, only, json } = parseArgs({ options }).values
  return { quick, only: only?.split(','), json }
}
