import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { onConnected } from '#kit/web/connection.ts'
import { canSolve, type Solved, solveCaptcha } from './solve.ts'

/** ms before its end that a solution counts as too old: sending it takes time too. */
const margin = 15_000

/** `dearer`: the server asks for more work than usual, which is being done. */
export type CaptchaState = 'unasked' | 'solving' | 'dearer' | 'solved' | 'failed' | 'impossible'

export interface Captcha {
  state: CaptchaState
  /** Why it failed, when the server or the network said so. */
  reason: string | undefined
  start: () => void
  /** A solution that is still good, solved now if need be. It is good for one call: the next one gets another. */
  take: () => Promise<string>
  /** One of more work, for a call that was refused because the last one was too little. @param user as whom one logs in */
  takeDearer: (user: string | undefined) => Promise<string>
}

/**
 * The check that somebody is no robot.
 * @param atOnce it is solved without being asked for
 */
export function useCaptcha(atOnce: boolean): Captcha {
  const [state, setState] = useState<CaptchaState>(canSolve() ? 'unasked' : 'impossible')
  const [reason, setReason] = useState<string>()
  const coming = useRef<Promise<Solved>>(undefined)

  const solve = (state: 'solving' | 'dearer' = 'solving', user?: string) => {
    const solving = solveCaptcha(user)
    coming.current = solving
    setState(state)
    solving.then(
      () => coming.current === solving && setState('solved'),
      (error: unknown) => {
        if (coming.current !== solving) return
        coming.current = undefined
        setReason(error instanceof ApiError ? error.message : undefined)
        setState('failed')
      },
    )
    return solving
  }
  const start = () => {
    if (canSolve()) void solve().catch(() => {})
  }

  // What is solved unasked is solved because the screen is there.
  const startOnce = useEffectEvent(() => {
    if (!coming.current) start()
  })
  useEffect(() => {
    if (atOnce) startOnce()
  }, [atOnce])

  // The network, or the server, is back.
  const startAgain = useEffectEvent(start)
  useEffect(() => (state === 'failed' ? onConnected(() => startAgain()) : undefined), [state])

  return {
    state,
    reason,
    start,
    async take() {
      const found = await (coming.current ?? solve())
      const { captcha } = found.expiresAt - margin > Date.now() ? found : await solve()
      coming.current = undefined
      return captcha
    },
    async takeDearer(user) {
      const { captcha } = await solve('dearer', user)
      coming.current = undefined
      return captcha
    },
  }
}
