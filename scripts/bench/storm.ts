import { setTimeout as sleep } from 'node:timers/promises'

export interface StormOptions {
  url: string
  /** What wrong logins send: each body is used once, since a captcha is. */
  bodies: readonly string[]
  /** A read that somebody does meanwhile. */
  read: { path: string; headers: Record<string, string> }
  seconds: number
}

/** The 99th percentile of reads that come 50 a second whatever happens, while wrong passwords come as fast as they are taken. */
export async function storm({ url, bodies, read, seconds }: StormOptions) {
  const end = performance.now() + seconds * 1000
  let hashed = 0
  let refused = 0
  const left = bodies.values()
  const begun = performance.now()
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
  const times: number[] = []
  const probes: Promise<void>[] = []
  const probe = async () => {
    const asked = performance.now()
    const answer = await fetch(url + read.path, { headers: read.headers })
    await answer.text()
    times.push(performance.now() - asked)
  }
  const logins = Array.from({ length: 16 }, login)
  // Open loop: the next one does not wait for the last.
  for (let next = performance.now(); next < end; next += 20) {
    await sleep(Math.max(0, next - performance.now()))
    probes.push(probe())
  }
  await Promise.all([...logins, ...probes])
  const sorted = times.toSorted((a, b) => a - b)
  return {
    hashed,
    hashed_per_second: Math.round((hashed * 1000) / (last - begun)),
    refused,
    read_p99_ms: Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10,
  }
}
