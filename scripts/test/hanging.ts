import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns Node options with which a process writes a diagnostic report on SIGUSR2. @param folder in which the report is written */
export const reportOptions = (folder: string) => ['--report-on-signal', '--report-exclude-env', `--report-directory=${folder}`]

interface ProcessEntry {
  pid: number
  parent: number
  /** A line for the log. */
  line: string
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function readProcess(pid: number): ProcessEntry {
  const [state, parent] = readIfExists(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const waitsIn = readIfExists(`/proc/${pid}/wchan`)
  const command = readIfExists(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, 300)
  return { pid, parent: Number(parent), line: `${pid} (of ${parent}) ${state} ${waitsIn} ${command}` }
}

/** Returns a process with its descendants. On systems other than Linux, returns the process alone. */
function readTree(pid: number): ProcessEntry[] {
  let pids: number[] = []
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    // Without `/proc`, descendants are unknown.
  }
  const processes = pids.map(readProcess)
  const below = (parent: number): ProcessEntry[] =>
    processes.filter((item) => item.parent === parent).flatMap((item) => [item, ...below(item.pid)])
  return [processes.find((item) => item.pid === pid) ?? { pid, parent: 0, line: String(pid) }, ...below(pid)]
}

/** The parts of Node's diagnostic report that show why a process doesn't end. */
interface NodeReport {
  javascriptStack: { message: string; stack: string[] }
  nativeStack: { symbol: string }[]
  libuv: { type: string; is_active: boolean; is_referenced?: boolean; pid?: number; fd?: number; firesInMsFromNow?: number }[]
}

/**
 * Describes a process that doesn't end, and its descendants, then kills them all.
 * @param folder of {@link reportOptions}
 * @returns lines for the log
 */
export async function describeAndKill(pid: number, folder: string): Promise<string[]> {
  const tree = readTree(pid)
  const lines = tree.map(({ line }) => line)
  process.kill(pid, 'SIGUSR2')
  await sleep(5000)
  const name = readdirSync(folder).find((item) => item.startsWith('report.') && item.includes(`.${pid}.`))
  if (name) {
    const { javascriptStack, nativeStack, libuv }: NodeReport = JSON.parse(readIfExists(join(folder, name)))
    lines.push(
      `JavaScript: ${javascriptStack.message}`,
      ...(javascriptStack.stack ?? []).slice(0, 20),
      `native: ${nativeStack
        .slice(0, 20)
        .map(({ symbol }) => symbol.replace(/[[(].*/, '').trim())
        .join(' < ')}`,
      ...libuv.filter(({ is_active, is_referenced }) => is_active && is_referenced).map((handle) => `open: ${JSON.stringify(handle)}`),
    )
    rmSync(join(folder, name))
  } else lines.push('It gave no report: it is blocked in native code, or ended.')
  for (const item of tree.toReversed())
    try {
      process.kill(item.pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
  return lines
}
