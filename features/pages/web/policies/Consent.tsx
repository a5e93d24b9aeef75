import { storage, useStored } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { t } from '../texts.ts'
import css from './Policy.module.css'

/** Whether the policy was accepted here; taking that back is as easy as giving it. */
export function Consent() {
  const accepted = useStored('cookies') === true
  return (
    <div className={css.consent}>
      <p aria-live="polite">{t(accepted ? 'policies.consent.accepted' : 'policies.consent.missing')}</p>
      <Button size="s" onClick={() => (accepted ? storage.remove('cookies') : storage.set('cookies', true))}>
        {t(accepted ? 'policies.consent.take_back' : 'policies.consent.accept')}
      </Button>
    </div>
  )
}
