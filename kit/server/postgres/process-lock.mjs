// A lock file that is valid only while the process that holds it runs, even if another process gets its id. Plain JavaScript, because
// scripts use it before the installation; the types are in `process-lock.d.mts`.
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

const heartbeatMs = 2000
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export async function takeLock(path, { onHeld, onUnsure, staleMs = 10_000 }) {
  const holderJson = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid),
    space: processSpace(),
    since: new Date().toISOString(),
  })
  /** The last lock whose holder can't be checked: its text, its modification time, and when this process first saw them. */
  let lastHolder
  let reported
  for (;;) {
    if (createLock(path, holderJson)) return holdLock(path, holderJson)
    const holder = findHolder(path)
    if (!holder) continue
    let state = holderState(holder.holder)
    if (state === 'unknown') {
      if (lastHolder?.text !== holder.text) lastHolder = { ...holder, at: performance.now() }
      else if (holder.touched !== lastHolder.touched) state = 'alive'
      else if (performance.now() - lastHolder.at > staleMs) state = 'dead'
    }
    if (state === 'dead') {
      removeLock(path, holder.text)
      continue
    }
    if (reported !== holder.text + state) (state === 'alive' ? onHeld : onUnsure)(holder.holder)
    reported = holder.text + state
    await wait(200)
  }
}

/** Writes a temporary file and links it to the lock's path: a lock then always has contents, and only one process succeeds. */
function createLock(path, holderJson) {
  const part = `${path}.${process.pid}`
  try {
    writeFileSync(part, holderJson)
    linkSync(part, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(part, { force: true })
  }
}

function holdLock(path, holderJson) {
  const beat = () => utimes(path, new Date(), new Date(), () => undefined)
  const timer = setInterval(beat, heartbeatMs).unref()
  const release = () => {
    clearInterval(timer)
    process.off('exit', release)
    if (findHolder(path)?.text === holderJson) rmSync(path, { force: true })
  }
  process.once('exit', release)
  return { release }
}

function findHolder(path) {
  try {
    const text = readFileSync(path, 'utf8')
    const touched = statSync(path).mtimeMs
    return { text, touched, holder: parseHolder(text) }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Parses the contents of a lock file. Earlier releases wrote only the process id. */
function parseHolder(text) {
  try {
    const holder = JSON.parse(text)
    return typeof holder === 'object' && holder ? holder : { pid: Number(holder) || 0 }
  } catch {
    return { pid: 0 }
  }
}

/** Checks the holder. Process ids are comparable only in the same container and machine; otherwise the state is `unknown`. */
function holderState({ pid, started, space }) {
  if (space === undefined || space !== processSpace()) return 'unknown'
  const now = startOf(pid)
  return now !== undefined && now === started ? 'alive' : 'dead'
}

/** Removes a stale lock. Puts it back if another process took it concurrently. */
function removeLock(path, text) {
  const staleFile = `${path}.${process.pid}.stale`
  try {
    renameSync(path, staleFile)
    if (readFileSync(staleFile, 'utf8') !== text) linkSync(staleFile, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(staleFile, { force: true })
  }
}

const processSpace = () =>
  [
    hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ')

/** Returns the start time of a process, in the system's format; undefined if it doesn't exist or is a zombie. */
function startOf(pid) {
  if (process.platform !== 'linux')
    return attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined)
  // In `/proc/{pid}/stat`, the name is in parentheses and may contain any characters. After it come the state and, 19 fields later, the
  // start time.
  const fields = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    ?.replace(/^.*\) /s, '')
    .split(' ')
  return fields && !'ZX'.includes(fields[0]) ? fields[19] : undefined
}

function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}
