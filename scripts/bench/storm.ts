import { setTimeout as sleep } from 'node:timers/promises'
import { get } from './requests.ts'
import type { Benchmark } from './benchmark.ts'
import { percentile, probe } from './load.ts'
import { cpuOf } from './processes.ts'
import { loginBodies } from './tokens.ts'
import { round } from './turns.ts'

/** Measures the 99th percentile of 50 reads per second by another user: first alone, then while many logins with wrong passwords run. */
export async function measureStorm({ server: { url, pid }, seeded, size, isWanted, report }: Benchmark): Promise<void> {
  if (!isWanted('login_storm')) return
  const { victims, bigChannel, tokens } = seeded
  // Each body is used only once, because a captcha can be used only once.
  const bodies = await loginBodies(url, size.wrongLogins, (i) => ({ user: victims[i % victims.length]!, password: `wrong-${i}` }))
  const reads = [get(`/api/playlists/${bigChannel}`, tokens[1])]
  const before = percentile(await probe(url, reads, size.stormSeconds), 0.99)
  const startedMs = performance.now()
  const end = startedMs + size.stormSeconds * 1000
  const cpuBegun = cpuOf([pid])
  const remaining = bodies.values()
  let [hashed, refused, last] = [0, 0, startedMs]
  const login = async () => {
    for (const body of remaining) {
      if (performance.now() > end) return
      const response = await fetch(`${url}/api/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await response.text()
      if (response.status === 503) {
        refused++
        await sleep(50)
      } else if (response.status === 422) {
        hashed++
        last = performance.now()
      }
    }
  }
  const [times] = await Promise.all([probe(url, reads, size.stormSeconds), ...Array.from({ length: 16 }, login)])
  const figures = {
    hashed,
    hashed_per_second: Math.round((hashed * 1000) / (last - startedMs)),
    /** Number of cores that the server uses on average, with hashing. */
    server_cores: round((cpuOf([pid]) - cpuBegun) / (performance.now() - startedMs), 2),
    refused,
    read_p99_before_ms: round(before, 1),
    read_p99_ms: round(percentile(times, 0.99), 1),
  }
  report(
    'login_storm',
    figures,
    'login storm',
    `${figures.hashed_per_second} passwords/s, ${figures.server_cores} cores in all, ${refused} told to come back; ` +
      `reads' p99 ${figures.read_p99_ms} ms, before ${figures.read_p99_before_ms} ms`,
  )
}
