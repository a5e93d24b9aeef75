import { consentNameOfKey } from '#features/player/web/consent.ts'
import { playerPreferences, revokeConsent, usePlayerPreferences } from '#features/player/web/preferences.ts'
import { storage, useStored } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { t } from '../texts.ts'
import css from './Policy.module.css'

/** The consents to the policy and to providers' players, with buttons to withdraw them. */
export function Consent() {
  const accepted = useStored('cookies') === true
  const { allowed } = usePlayerPreferences()
  const withdrawAcceptance = () => {
    storage.remove('cookies')
    playerPreferences.set({ allowed: [] })
  }
  return (
    <>
      <div className={css.consent}>
        <p aria-live="polite">{t(accepted ? 'policies.consent.accepted' : 'policies.consent.missing')}</p>
        <Button size="s" onClick={() => (accepted ? withdrawAcceptance() : storage.set('cookies', true))}>
          {t(accepted ? 'policies.consent.take_back' : 'policies.consent.accept')}
        </Button>
      </div>
      {allowed.map((key) => (
        <div key={key} className={css.consent}>
          <p>{t('policies.consent.always', { provider: consentNameOfKey(key) })}</p>
          <Button
            size="s"
            aria-label={t('policies.consent.take_back_of', { provider: consentNameOfKey(key) })}
            onClick={() => revokeConsent(key)}
          >
            {t('policies.consent.take_back')}
          </Button>
        </div>
      ))}
    </>
  )
}
