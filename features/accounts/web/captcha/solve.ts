import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { accountsContract } from '../../contract.ts'

export interface CaptchaSolution {
  /** Base64 of `{ challenge, solution }`, as calls expect it. */
  captcha: string
  /** Expiry as Unix time in ms. */
  expiresAt: number
}

interface Solution {
  counter: number
  derivedKey: string
}

/** Whether the browser provides hashing, which it does only on https pages and localhost. */
export const canSolve = (): boolean => globalThis.isSecureContext

/**
 * Requests and solves a proof of work in a worker.
 * @param user the login name, whose challenge is costly after many wrong passwords
 * @throws ApiError if no challenge is available
 */
export async function solveCaptcha(user?: string): Promise<CaptchaSolution> {
  const challenge = await callEndpoint(accountsContract.createCaptcha, { query: user ? { user } : {} }, send)
  const { counter, derivedKey } = await solveInWorker(challenge)
  return {
    captcha: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })),
    expiresAt: challenge.parameters.expiresAt * 1000,
  }
}

function solveInWorker(challenge: object): Promise<Solution> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const done = new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new Error('No solution')),
    )
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
  worker.postMessage(challenge, [])
  return done.finally(() => worker.terminate())
}
