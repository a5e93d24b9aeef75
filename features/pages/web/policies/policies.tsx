import { language } from '#kit/web/i18n.ts'
import { AmendedTerms } from './AmendedTerms.tsx'
import { Consent } from './Consent.tsx'
import { PolicyScreen } from './PolicyScreen.tsx'
import type { Policy } from './policy.ts'

// Loads each text on demand, in one language.

export async function loadTerms() {
  const { default: terms }: { default: Policy } = await (language === 'nl' ? import('./terms.nl.json') : import('./terms.en.json'))
  return () => <PolicyScreen name="terms" policy={terms} notice={<AmendedTerms changes={terms.amendment} />} />
}

export async function loadPrivacy() {
  const { default: privacy } = await (language === 'nl' ? import('./privacy.nl.json') : import('./privacy.en.json'))
  return () => <PolicyScreen name="privacy" policy={privacy} />
}

export async function loadCookies() {
  const { default: cookies } = await (language === 'nl' ? import('./cookies.nl.json') : import('./cookies.en.json'))
  return () => (
    <PolicyScreen name="cookies" policy={cookies}>
      <Consent />
    </PolicyScreen>
  )
}
