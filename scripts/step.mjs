// Runs preparatory steps one after another. Each is a child process, shown as a line on the terminal.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { takeLock } from '../kit/server/postgres/process-lock.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command and waits for its end. If it fails, prints its output and ends this process. */
export async function step(title, command, args, cwd) {
  process.stdout.write(`${title} … `)
  const started = Date.now()
  const { code, words } = await runCommand(command, args, cwd)
  if (code === 0) return console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
  console.log('failed')
  console.error(`${words.trim().split('\n').slice(0, 40).join('\n')}\n${title} failed (${[command, ...args].join(' ')}).`)
  process.exit(1)
}

function runCommand(command, args, cwd) {
  return new Promise((resolve) => {
    // Builds are always for production, even when tests or developers start them.
    const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let words = ''
    let isInterrupted = false
    // On a signal, waits until the step ends, so that nothing continues in the background. The next start completes half-done work.
    const end = () => {
      isInterrupted = true
      child.kill('SIGTERM')
    }
    for (const signal of signals) process.on(signal, end)
    const finish = (code) => {
      for (const signal of signals) process.off(signal, end)
      if (isInterrupted) {
        console.log('stopped')
        process.exit(0)
      }
      resolve({ code, words })
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (words = (words + text).slice(-20_000)))
    child.once('error', (error) => {
      words += error.message
      finish(1)
    })
    child.once('close', finish)
  })
}

/** Runs `work` while holding a lock; other processes wait for the lock. */
export async function withLock(lock, work) {
  const lockHeld = await waitForLock(lock)
  try {
    await work()
  } finally {
    lockHeld.release()
  }
}

async function waitForLock(lock) {
  const describeHolder = ({ pid, since }) => `process ${pid}${since ? `, since ${since}` : ''} (${lock})`
  try {
    mkdirSync(dirname(lock), { recursive: true })
    return await takeLock(lock, {
      onHeld: (holder) => console.log(`Another start or build is at work here and is waited for: ${describeHolder(holder)}.`),
      onUnsure: (holder) =>
        console.log(`Looking whether another start or build is still at work here: ${describeHolder(holder)}. This takes some 10 s.`),
    })
  } catch (error) {
    console.error(
      `Choice has to be installed and built first, and ${dirname(dirname(lock))} cannot be written to (${error.code ?? error.message}).`,
    )
    process.exit(1)
  }
}
