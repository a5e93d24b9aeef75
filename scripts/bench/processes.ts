import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 10 ms. */
const msPerTick = 10

interface Stat {
  pid: number
  parent: number
  /** Processor time of the process and of its ended children, in ms. */
  cpuMs: number
}

function statOf(pid: number): Stat | undefined {
  try {
    // The process's name stands in brackets and may contain brackets itself. The figures follow the last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    const [parent, user, system, childUser, childSystem] = [fields[1]!, fields[11]!, fields[12]!, fields[13]!, fields[14]!]
    return { pid, parent, cpuMs: (user + system + childUser + childSystem) * msPerTick }
  } catch {
    return undefined
  }
}

const listProcesses = () =>
  readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .flatMap((pid) => statOf(pid) ?? [])

/** Returns these processes and all their running descendants. */
function familyOf(roots: readonly number[]): Stat[] {
  const stats = listProcesses()
  const pids = new Set(roots)
  // Repeats until it finds no more processes, because parents may be listed after their children.
  for (let size = 0; size !== pids.size;) {
    size = pids.size
    for (const { pid, parent } of stats) if (pids.has(parent)) pids.add(pid)
  }
  return stats.filter(({ pid }) => pids.has(pid))
}

/** Returns the processor time of these processes and all their descendants in ms. */
export const cpuOf = (roots: readonly number[]): number => familyOf(roots).reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/** Returns the memory of this process's largest child in MB. */
export const largestChildOf = (pid: number): number =>
  Math.max(0, ...familyOf([pid]).map((child) => (child.pid === pid ? 0 : rssOf(child.pid))))

/** Returns the memory of one process in MB (10⁶ bytes). */
export function rssOf(pid: number): number {
  try {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round((Number(kib) * 1024) / 1e6)
  } catch {
    // The process has ended.
    return 0
  }
}

/**
 * Returns the memory of these processes and all their descendants in MB. Pages that they share count once. Needs root or the user of the
 * processes.
 */
export function memoryOf(roots: readonly number[]): number {
  const kib = familyOf(roots).map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended.
      return 0
    }
  })
  return Math.round((kib.reduce((sum, item) => sum + item, 0) * 1024) / 1e6)
}
