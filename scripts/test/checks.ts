import { spawn } from 'node:child_process'
import { join } from 'node:path'

const binPath = (name: string) => join('node_modules', '.bin', name)

/** Arguments with which Node runs each check. */
const checks: Record<string, readonly string[]> = {
  lint: [binPath('oxlint'), '--type-aware', '--deny-warnings'],
  types: [join('node_modules', 'typescript-native', 'bin', 'tsc'), '-b'],
  format: [binPath('oxfmt'), '--check'],
  imports: [join('scripts', 'imports.mjs')],
  'rows of statements': [join('scripts', 'rows.mjs')],
  'dead code': [binPath('knip')],
  prose: [join('scripts', 'prose.mjs')],
  'generated files': [join('scripts', 'gen.ts'), '--verify'],
}

/** Runs all static checks, two at a time. */
export async function runChecks(): Promise<{ passed: number; failed: string[] }> {
  const queue = Object.entries(checks)
  const failed: string[] = []
  let passed = 0
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [title, args] = next
      if (await runCheck(title, args)) passed++
      else failed.push(title)
    }
  }
  await Promise.all([work(), work()])
  return { passed, failed }
}

/** Runs a check, and prints its output when it ends. @returns true if the check passed */
export async function runCheck(title: string, args: readonly string[]): Promise<boolean> {
  const started = Date.now()
  const { output, status } = await new Promise<{ output: string; status: number | null }>((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ output: error.message, status: 1 }))
    child.on('close', (status) => resolve({ output: Buffer.concat(chunks).toString(), status }))
  })
  console.log(`\n── ${title}\n${output}${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}
