import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { canSolve, type Solved, solveCaptcha } from './solve.ts'

/** ms before its end that a solution counts as too old: sending it takes time too. */
const margin = 15_000

export type CaptchaState = 'unasked' | 'solving' | 'solved' | 'failed' | 'impossible'

export interface Captcha {
  state: CaptchaState
  /** Why it failed, when the server or the network said so. */
  reason: string | undefined
  start: () => void
  /** A solution that is still good, solved now if need be. It is good for one call: the next one gets another. */
  take: () => Promise<string>
}

/**
 * The check that somebody is no robot.
 * @param atOnce it is solved without being asked for
 */
export function useCaptcha(atOnce: boolean): Captcha {
  const [state, setState] = useState<CaptchaState>(canSolve() ? 'unasked' : 'impossible')
  const [reason, setReason] = useState<string>()
  const coming = useRef<Promise<Solved>>(undefined)

  const solve = () => {
    const solving = solveCaptcha()
    coming.current = solving
    setState('solving')
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
  }
}
