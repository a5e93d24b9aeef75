import { useEffect, useEffectEvent, useRef } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { FieldError } from '#ui/Field.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { t } from '../texts.ts'
import css from './CaptchaField.module.css'
import type { Captcha } from './useCaptcha.ts'

/** The box to tick; where nobody is asked, only what went wrong. */
export function CaptchaField({ captcha: { state, reason, start } }: { captcha: Captcha }) {
  const onDesktop = useDesktop()
  const place = useRef<HTMLDivElement>(null)
  const startOnce = useEffectEvent(() => state === 'unasked' && start())
  // By the time a form has been filled in, its check is done: nobody has to wait for it, or to tick the box.
  useEffect(() => {
    const form = place.current?.closest('form')
    // After React has heard of the letter too: drawn before that, the field would lose it.
    const listener = () => void setTimeout(startOnce)
    form?.addEventListener('input', listener, { once: true })
    return () => form?.removeEventListener('input', listener)
  }, [])
  if (state === 'impossible') return <Alert>{t('captcha.impossible')}</Alert>
  if (state === 'failed')
    return (
      <div className={css.failed}>
        <FieldError>{reason ?? t('captcha.failed')}</FieldError>
        <Button kind="line" size="s" onClick={start}>
          {t('captcha.again')}
        </Button>
      </div>
    )
  if (state === 'dearer') return <Alert kind="note">{t('captcha.dearer')}</Alert>
  if (!onDesktop) return null
  return (
    <div ref={place}>
      <Checkbox className={css.box} checked={state !== 'unasked'} onChange={() => state === 'unasked' && start()}>
        {t('captcha.unasked')} <span aria-live="polite">{state !== 'unasked' && t(`captcha.${state}`)}</span>
      </Checkbox>
    </div>
  )
}
