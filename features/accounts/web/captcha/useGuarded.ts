import { useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsErrors } from '../../errors.ts'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

export interface CaptchaMutation<E extends Endpoint> {
  captcha: Captcha
  /** Whether the captcha is solved, being solved, or automatic: submitting waits for it. */
  checked: boolean
  busy: boolean
  error: ApiError | null
  /** Clears the error. */
  forget: () => void
  /**
   * Makes the call, and repeats it with a more difficult captcha if required; undefined when refused, with the reason in `error`
   * or the captcha.
   * @param user the login name
   */
  send: (input: (captcha: string) => InputOf<E>, user?: string) => Promise<OutputOf<E> | undefined>
}

/** A call with a captcha: a checkbox on desktop, automatic on phones. */
export function useCaptchaMutation<E extends Endpoint>(endpoint: E): CaptchaMutation<E> {
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
        // A solution is used up by its call, even if refused.
        captcha.start()
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
