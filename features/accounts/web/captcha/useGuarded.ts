import { useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsErrors } from '../../errors.ts'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

export interface Guarded<E extends Endpoint> {
  captcha: Captcha
  /** The check is done, under way, or will be made without being asked for: a press waits for it. */
  checked: boolean
  busy: boolean
  error: ApiError | null
  /** What was refused is another matter by now. */
  forget: () => void
  /**
   * Makes the call, and once more with a dearer captcha where that is asked for; undefined when it was refused, which `error` or the
   * captcha then says.
   * @param user as whom one logs in
   */
  send: (input: (captcha: string) => InputOf<E>, user?: string) => Promise<OutputOf<E> | undefined>
}

/** A call that demands a captcha: on desktop a box is ticked for it, on a phone it is solved unasked. */
export function useGuarded<E extends Endpoint>(endpoint: E): Guarded<E> {
  const onDesktop = useDesktop()
  const captcha = useCaptcha(!onDesktop)
  const { mutateAsync, reset, error } = useChange(endpoint)
  const [busy, setBusy] = useState(false)
  return {
    captcha,
    checked: ['solving', 'solved', 'dearer'].includes(captcha.state) || (!onDesktop && captcha.state !== 'impossible'),
    busy,
    error,
    forget: reset,
    async send(input, user) {
      setBusy(true)
      reset()
      try {
        const first = await mutateAsync(input(await captcha.take())).catch((error: ApiError) => {
          if (error.body.code !== accountsErrors.captcha_dearer.code) throw error
          reset()
          return undefined
        })
        return first ?? (await mutateAsync(input(await captcha.takeDearer(user))))
      } catch {
        // A solution is good for one call, also for one that was refused.
        captcha.start()
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
