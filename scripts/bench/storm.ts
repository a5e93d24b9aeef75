import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, percentile, probe } from './load.ts'
import { cpuOf } from './processes.ts'
import { round } from './turns.ts'

export interface StormOptions {
  url: string
  /** Process id of the server, whose hashing counts. */
  pid: number
  /** Bodies of wrong logins. Each is used once, because captchas are. */
  bodies: readonly string[]
  /** A read by another user during the storm. */
  read: Ask
  seconds: number
}

/** Measures the 99th percentile of 50 reads per second: alone, and during wrong logins at full speed. */
export async function storm({ url, pid, bodies, read, seconds }: StormOptions) {
  const before = percentile(await probe(url, [read], seconds), 0.99)
  const end = performance.now() + seconds * 1000
  let hashed = 0
  let refused = 0
  const left = bodies.values()
  const begun = performance.now()
  const cpuBegun = cpuOf([pid])
  let last = begun
  const login = async () => {
    for (const body of left) {
      if (performance.now() > end) return
      const answer = await fetch(`${url}/api/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await answer.text()
      if (answer.status === 503) {
        refused++
        await sleep(50)
      } else if (answer.status === 422) {
        hashed++
        last = performance.now()
      }
    }
  }
  const [times] = await Promise.all([probe(url, [read], seconds), ...Array.from({ length: 16 }, login)])
  return {
    hashed,
    hashed_per_second: Math.round((hashed * 1000) / (last - begun)),
    /** Average number of cores used by the server, hashing included. */
    server_cores: round((cpuOf([pid]) - cpuBegun) / (performance.now() - begun), 2),
    refused,
    read_p99_before_ms: round(before, 1),
    read_p99_ms: round(percentile(times, 0.99), 1),
  }
}
