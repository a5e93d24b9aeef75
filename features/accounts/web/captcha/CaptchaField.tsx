import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/toggles.tsx'
import { FieldError } from '#ui/Field.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { t } from '../texts.ts'
import css from './CaptchaField.module.css'
import type { Captcha } from './useCaptcha.ts'

/** The checkbox of the captcha. If the captcha is solved automatically, only errors show. */
export function CaptchaField({ captcha: { state, reason, start } }: { captcha: Captcha }) {
  const onDesktop = useDesktop()
  const place = useRef<HTMLDivElement>(null)
  const startOnce = useEffectEvent(() => {
    if (state === 'unasked') start()
  })
  // Starts solving at the first input, so that the captcha is solved when the form is complete.
  useEffect(() => {
    const form = place.current?.closest('form')
    const listener = ({ target }: Event) => {
      if (form?.contains(target as Node)) flushSync(startOnce)
    }
    // Listens on the document, after React's own handler, because rendering before that handler would lose the input. Renders
    // synchronously, because Enter may follow at once, and does nothing while the button is disabled.
    document.addEventListener('input', listener)
    return () => document.removeEventListener('input', listener)
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
