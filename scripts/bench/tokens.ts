import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Benchmark } from './benchmark.ts'
import { percentile, type LoadRound } from './load.ts'
import { cpuOf } from './processes.ts'
import { type FlowFigures, round, type Server, summarise, type Turn } from './turns.ts'

/** Returns bodies of `POST` logins, each with a solved captcha. */
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

interface TokenResponse {
  access_token: string
  refresh_token: string
}
/** Returns a client's next request, based on its last response; undefined at the end. */
type Client = (last: TokenResponse | undefined) => string | undefined

/** Runs clients that refresh tokens without pauses, until all are done or the time is over. */
async function refreshAllTokens({ url, pids }: Server, clients: readonly Client[], seconds: number): Promise<LoadRound> {
  const before = cpuOf(pids)
  const begun = performance.now()
  const times: number[] = []
  let errors = 0
  const run = async (next: Client) => {
    let last: TokenResponse | undefined
    for (let body = next(last); body !== undefined && performance.now() < begun + seconds * 1000; body = next(last)) {
      const startedMs = performance.now()
      const response = await fetch(`${url}/api/user/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      last = (await response.json()) as TokenResponse
      times.push(performance.now() - startedMs)
      if (!response.ok) errors++
    }
  }
  await Promise.all(clients.map(run))
  const elapsedMs = performance.now() - begun
  return {
    requests: times.length,
    errors,
    rps: Math.round((times.length * 1000) / elapsedMs),
    p50: round(percentile(times, 0.5), 1),
    p99: round(percentile(times, 0.99), 1),
    cpuMs: (cpuOf(pids) - before) / Math.max(times.length, 1),
  }
}

/** Measures login and refresh. They have no floor, because their work is hashing and random values, not rows. */
export async function measureTokens({ servers, seeded, size, isWanted, reportFlow }: Benchmark): Promise<void> {
  if (!isWanted('tokens')) return
  const { product, turns, seconds } = servers
  const measure = async (clients: () => readonly Client[]): Promise<FlowFigures> => {
    const measured: Turn[] = []
    for (let turn = 0; turn < turns; turn++) measured.push({ user: await refreshAllTokens(product, clients(), seconds) })
    return summarise(measured)
  }
  const { people, password, refreshTokens } = seeded
  const bodies = await loginBodies(product.url, turns * size.logins, (i) => ({ user: people[i % people.length]!, password }))
  const login = () => {
    const remaining = bodies.splice(0, size.logins)
    return Array.from({ length: 10 }, (): Client => () => remaining.pop())
  }
  reportFlow('login', await measure(login))
  const sampleTokens = refreshTokens.slice(0, 10)
  const refresh = () =>
    sampleTokens.map((_, i): Client => (last) => {
      sampleTokens[i] = last?.refresh_token ?? sampleTokens[i]!
      return JSON.stringify({ grant_type: 'refresh_token', refresh_token: sampleTokens[i] })
    })
  reportFlow('refresh', await measure(refresh))
}
