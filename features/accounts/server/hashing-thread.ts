import { once } from 'node:events'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'

/** OWASP's parameters for Argon2id (the library's default variant): 19 MiB, two passes, one lane. */
const hashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Plain JavaScript, because the thread can't load TypeScript. Lowers the priority only on Linux: elsewhere that would lower the priority of
 * the whole process.
 */
const workerCode = `
const { parentPort, workerData: { library, priority, cost } } = require('node:worker_threads')
const { getPriority, setPriority } = require('node:os')
try {
  // Never raises the priority above the process's own, because the system may forbid that.
  if (process.platform === 'linux') setPriority(0, Math.max(priority, getPriority(0)))
} catch {
  // If the sandbox refuses the call, hashing runs at normal priority.
}
const { hashSync, verifySync } = require(library)
parentPort.on('message', ({ password, passwordHash }) => {
  try {
    parentPort.postMessage({ result: passwordHash === undefined ? hashSync(password, cost) : verifySync(passwordHash, password) })
  } catch (error) {
    parentPort.postMessage({ failure: error.message })
  }
})`

/** Idle time in ms after which the thread ends, releasing its memory. */
const idleMs = 60_000

let thread: Worker | undefined
let idleTimer: NodeJS.Timeout | undefined

function startThread(): Worker {
  const library = createRequire(import.meta.url).resolve('@node-rs/argon2')
  const workerData = { library, priority: constants.priority.PRIORITY_BELOW_NORMAL, cost: hashingCost }
  const worker = new Worker(workerCode, { eval: true, execArgv: [], env: {}, workerData })
  // Failed calls report the error; the next call starts a new thread.
  return worker.once('error', () => (thread = undefined))
}
function endThread(): void {
  void thread?.terminate()
  thread = undefined
}

async function runInHashingThread(work: { password: string; passwordHash?: string }): Promise<string | boolean> {
  clearTimeout(idleTimer)
  const worker = (thread ??= startThread())
  worker.ref()
  try {
    worker.postMessage(work, [])
    const [answer] = (await once(worker, 'message')) as [{ result: string | boolean } | { failure: string }]
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.result
  } finally {
    worker.unref()
    idleTimer = setTimeout(endThread, idleMs).unref()
  }
}

/**
 * Hashes with Argon2id in a low-priority thread, so that a storm of logins slows down logins only. One call at a time.
 * @returns the hash in PHC format
 */
export const hashInThread = (password: string): Promise<string> => runInHashingThread({ password }) as Promise<string>
/** Compares a password with its hash, in the same thread. */
export const verifyInThread = (passwordHash: string, password: string): Promise<boolean> =>
  runInHashingThread({ password, passwordHash }) as Promise<boolean>
