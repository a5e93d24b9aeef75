import { once } from 'node:events'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'

/** OWASP's choice for Argon2id (the library's own default kind): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Plain JavaScript, because a thread has no use for what loads our sources. Only on Linux does a thread have a priority of its own;
 * elsewhere it would be the whole process's.
 */
const code = `
const { parentPort, workerData: { library, priority, cost } } = require('node:worker_threads')
const { getPriority, setPriority } = require('node:os')
try {
  // Never a higher one than the process was started with: that is not for everybody to have.
  if (process.platform === 'linux') setPriority(0, Math.max(priority, getPriority(0)))
} catch {
  // A sandbox may refuse it: then it has that of the process, and works all the same.
}
const { hashSync, verifySync } = require(library)
parentPort.on('message', ({ password, passwordHash }) => {
  try {
    parentPort.postMessage({ result: passwordHash === undefined ? hashSync(password, cost) : verifySync(passwordHash, password) })
  } catch (error) {
    parentPort.postMessage({ failure: error.message })
  }
})`

/** Without a password for so long the thread ends, and gives back its memory. */
const idleMs = 60_000

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

function start(): Worker {
  const library = createRequire(import.meta.url).resolve('@node-rs/argon2')
  const workerData = { library, priority: constants.priority.PRIORITY_BELOW_NORMAL, cost }
  const worker = new Worker(code, { eval: true, execArgv: [], env: {}, workerData })
  // What failed in it says so itself; the next password begins in another.
  return worker.once('error', () => (thread = undefined))
}
function end(): void {
  void thread?.terminate()
  thread = undefined
}

async function ask(work: { password: string; passwordHash?: string }): Promise<string | boolean> {
  clearTimeout(idle)
  const worker = (thread ??= start())
  worker.ref()
  try {
    worker.postMessage(work, [])
    const [answer] = (await once(worker, 'message')) as [{ result: string | boolean } | { failure: string }]
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.result
  } finally {
    worker.unref()
    idle = setTimeout(end, idleMs).unref()
  }
}

/**
 * Argon2id in a thread of low priority: it takes what the machine has left, so that a storm of logins slows down logins alone. One call
 * at a time.
 * @returns the hash in PHC form
 */
export const hashInThread = (password: string): Promise<string> => ask({ password }) as Promise<string>
/** The same for a password that is compared with its hash. */
export const verifyInThread = (passwordHash: string, password: string): Promise<boolean> =>
  ask({ password, passwordHash }) as Promise<boolean>
