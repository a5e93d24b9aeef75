import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 10 ms. */
const msPerTick = 10

interface Stat {
  pid: number
  parent: number
  /** Own time and that of children who have ended, in ms. */
  cpuMs: number
}

function statOf(pid: number): Stat | undefined {
  try {
    // The name, in brackets, may hold anything; the figures follow the last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    const [parent, user, system, childUser, childSystem] = [fields[1]!, fields[11]!, fields[12]!, fields[13]!, fields[14]!]
    return { pid, parent, cpuMs: (user + system + childUser + childSystem) * msPerTick }
  } catch {
    return undefined
  }
}

const all = () =>
  readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .flatMap((pid) => statOf(pid) ?? [])

/** These processes and all their descendants, which still run. */
function familyOf(roots: readonly number[]): Stat[] {
  const stats = all()
  const wanted = new Set(roots)
  // Parents come before children only by chance: go on until nothing new is found.
  for (let size = 0; size !== wanted.size;) {
    size = wanted.size
    for (const { pid, parent } of stats) if (wanted.has(parent)) wanted.add(pid)
  }
  return stats.filter(({ pid }) => wanted.has(pid))
}

/** Processor time in ms that these processes and all their descendants have used so far, from `/proc`. */
export const cpuOf = (roots: readonly number[]): number => familyOf(roots).reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/** Resident memory in MB of the largest process that this one has started. */
export const largestChildOf = (pid: number): number =>
  Math.max(0, ...familyOf([pid]).map((child) => (child.pid === pid ? 0 : rssOf(child.pid))))

/** Resident memory of one process in MB (10⁶ bytes). */
export function rssOf(pid: number): number {
  try {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round((Number(kib) * 1024) / 1e6)
  } catch {
    // It has ended.
    return 0
  }
}
