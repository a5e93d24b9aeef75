import { useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts'
import type { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { accountsErrors } from '../../errors.ts'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

export interface CaptchaMutation<E extends Endpoint> {
  captcha: Captcha
  /** Whether the form may be submitted: the captcha is solved, being solved, or automatic. Submitting waits for the solution. */
  checked: boolean
  busy: boolean
  error: ApiError | null
  /** Clears the error. */
  forget: () => void
  /**
   * Makes the call, and repeats it with a costlier captcha if the server requires that. Undefined if refused; `error` or the captcha has
   * the reason.
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
        return first ?? (await mutateAsync(input(await captcha.takeHarder(user))))
      } catch {
        // A call uses up its solution, even if it is refused.
        captcha.start()
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
