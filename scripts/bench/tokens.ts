import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Round } from './load.ts'
import { cpuOf } from './processes.ts'

/** Bodies of so many logins, each with a captcha that was solved for it. */
export async function loginBodies(
  url: string,
  count: number,
  of: (index: number) => { user: string; password: string },
): Promise<string[]> {
  const bodies: string[] = []
  for (let i = 0; i < count; i++) {
    const challenge = (await (await fetch(`${url}/api/captcha`)).json()) as Parameters<typeof solveChallenge>[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    bodies.push(JSON.stringify({ grant_type: 'password', ...of(i), captcha }))
  }
  return bodies
}

export interface Answered {
  access_token: string
  refresh_token: string
}
/** What one client asks next, knowing its last answer; undefined when it has nothing more to ask. */
export type Client = (last: Answered | undefined) => string | undefined

/** Clients that ask for tokens, each as fast as it is answered, until they have nothing more to ask or the time is over. */
export async function askTokens(url: string, clients: readonly Client[], pids: readonly number[], seconds: number): Promise<Round> {
  const before = cpuOf(pids)
  const begun = performance.now()
  const times: number[] = []
  let errors = 0
  const run = async (next: Client) => {
    let last: Answered | undefined
    for (let body = next(last); body !== undefined && performance.now() < begun + seconds * 1000; body = next(last)) {
      const asked = performance.now()
      const answer = await fetch(`${url}/api/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      last = (await answer.json()) as Answered
      times.push(performance.now() - asked)
      if (!answer.ok) errors++
    }
  }
  await Promise.all(clients.map(run))
  const took = performance.now() - begun
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    requests: times.length,
    errors,
    rps: Math.round((times.length * 1000) / took),
    p50: at(0.5),
    p99: at(0.99),
    cpuMs: (cpuOf(pids) - before) / Math.max(times.length, 1),
  }
}
