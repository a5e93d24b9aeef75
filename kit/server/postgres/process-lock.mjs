// A lock file that is worth what its holder is: one that was killed, or whose number belongs to another process by now, holds nothing.
// Plain JavaScript, because the scripts use it before anything is installed; the types are in `process-lock.d.mts`.
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

const heartbeatMs = 2000
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export async function takeLock(path, { onHeld, onUnsure, staleMs = 10_000 }) {
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid), space: processSpace(), since: new Date().toISOString() })
  /** What was seen of a holder that cannot be asked: its lock, when that was touched last, and since when it has looked so. */
  let seen
  let told
  for (;;) {
    if (create(path, own)) return hold(path, own)
    const found = look(path)
    if (!found) continue
    let state = stateOf(found.holder)
    if (state === 'unknown') {
      if (seen?.text !== found.text) seen = { ...found, at: performance.now() }
      else if (found.touched !== seen.touched) state = 'alive'
      else if (performance.now() - seen.at > staleMs) state = 'dead'
    }
    if (state === 'dead') {
      remove(path, found.text)
      continue
    }
    if (told !== found.text + state) (state === 'alive' ? onHeld : onUnsure)(found.holder)
    told = found.text + state
    await wait(200)
  }
}

/** Written aside and linked then: a lock always tells its holder, and of two that come at once one is first. */
function create(path, own) {
  const part = `${path}.${process.pid}`
  try {
    writeFileSync(part, own)
    linkSync(part, path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(part, { force: true })
  }
}

function hold(path, own) {
  const beat = () => utimes(path, new Date(), new Date(), () => undefined)
  const timer = setInterval(beat, heartbeatMs).unref()
  const release = () => {
    clearInterval(timer)
    process.off('exit', release)
    if (look(path)?.text === own) rmSync(path, { force: true })
  }
  process.once('exit', release)
  return { release }
}

function look(path) {
  try {
    const text = readFileSync(path, 'utf8')
    const touched = statSync(path).mtimeMs
    return { text, touched, holder: parse(text) }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Former releases wrote the process alone. */
function parse(text) {
  try {
    const holder = JSON.parse(text)
    return typeof holder === 'object' && holder ? holder : { pid: Number(holder) || 0 }
  } catch {
    return { pid: 0 }
  }
}

/** A process can be asked about only where its number means the same: `unknown` in another container, or on another machine. */
function stateOf({ pid, started, space }) {
  if (space === undefined || space !== processSpace()) return 'unknown'
  const now = startOf(pid)
  return now !== undefined && now === started ? 'alive' : 'dead'
}

/** Somebody may have taken the lock since it was looked at: that one is put back. */
function remove(path, text) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

const processSpace = () =>
  [
    hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ')

/** When a process began, in the system's own words; undefined when there is none, or only what is left of a dead one. */
function startOf(pid) {
  if (process.platform !== 'linux')
    return attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined)
  // After the name, which may hold anything: state, and 19 fields further on the start.
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
