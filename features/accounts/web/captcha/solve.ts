import { call } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { accountsContract } from '../../contract.ts'

export interface Solved {
  /** Base64 of `{ challenge, solution }`, as calls that demand a captcha take it. */
  captcha: string
  /** ms since 1970 after which no call accepts it. */
  expiresAt: number
}

interface Solution {
  counter: number
  derivedKey: string
}

/** Without https (or localhost) a browser does not hash. */
export const canSolve = (): boolean => globalThis.isSecureContext

/**
 * Gets a proof of work and does it, beside the page.
 * @param user as whom one logs in: where many wrong passwords were tried it takes longer
 * @throws ApiError when there is none to be had
 */
export async function solveCaptcha(user?: string): Promise<Solved> {
  const challenge = await call(accountsContract.createCaptcha, { query: user ? { user } : {} }, send)
  const { counter, derivedKey } = await work(challenge)
  return {
    captcha: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })),
    expiresAt: challenge.parameters.expiresAt * 1000,
  }
}

function work(challenge: object): Promise<Solution> {
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
