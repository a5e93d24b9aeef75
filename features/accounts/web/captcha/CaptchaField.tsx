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
    <Checkbox className={css.box} checked={state !== 'unasked'} onChange={() => state === 'unasked' && start()}>
      <span aria-live="polite">{t(`captcha.${state}`)}</span>
    </Checkbox>
  )
}
