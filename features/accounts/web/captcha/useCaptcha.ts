import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { onConnected } from '#kit/web/connection.ts'
import { canSolve, type CaptchaSolution, solveCaptcha } from './solve.ts'

/** How many ms before its expiry a solution is renewed, because sending takes time. */
const renewalMarginMs = 15_000

/** `dearer`: solving a challenge that takes more computing, after failed logins. */
export type CaptchaState = 'unasked' | 'solving' | 'dearer' | 'solved' | 'failed' | 'impossible'

export interface Captcha {
  state: CaptchaState
  /** The server or network error, if any. */
  reason: string | undefined
  start: () => void
  /** Returns a valid solution, solving the challenge if needed. A solution is valid for one call. */
  take: () => Promise<string>
  /** Solves a more difficult challenge after a refusal. @param user the login name */
  takeHarder: (user: string | undefined) => Promise<string>
}

/** Solves the captcha of a form. @param startsAtOnce solves without a click on the checkbox */
export function useCaptcha(startsAtOnce: boolean): Captcha {
  const [state, setState] = useState<CaptchaState>(canSolve() ? 'unasked' : 'impossible')
  const [reason, setReason] = useState<string>()
  const pendingSolution = useRef<Promise<CaptchaSolution>>(undefined)

  const solve = (state: 'solving' | 'dearer' = 'solving', user?: string) => {
    const solving = solveCaptcha(user)
    pendingSolution.current = solving
    setState(state)
    solving.then(
      () => pendingSolution.current === solving && setState('solved'),
      (error: unknown) => {
        if (pendingSolution.current !== solving) return
        pendingSolution.current = undefined
        setReason(error instanceof ApiError ? error.message : undefined)
        setState('failed')
      },
    )
    return solving
  }
  const start = () => {
    if (canSolve()) void solve().catch(() => {})
  }

  // Starts to solve when the screen opens, if no click is needed.
  const startOnce = useEffectEvent(() => {
    if (!pendingSolution.current) start()
  })
  useEffect(() => {
    if (startsAtOnce) startOnce()
  }, [startsAtOnce])

  // Retries when the connection is back.
  const startAgain = useEffectEvent(start)
  useEffect(() => (state === 'failed' ? onConnected(() => startAgain()) : undefined), [state])

  return {
    state,
    reason,
    start,
    async take() {
      const result = await (pendingSolution.current ?? solve())
      const { captcha } = result.expiresAt - renewalMarginMs > Date.now() ? result : await solve()
      pendingSolution.current = undefined
      return captcha
    },
    async takeHarder(user) {
      const { captcha } = await solve('dearer', user)
      pendingSolution.current = undefined
      return captcha
    },
  }
}
