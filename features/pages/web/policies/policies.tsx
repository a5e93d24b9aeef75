import { language } from '#kit/web/i18n.ts'
import { AmendedTerms } from './AmendedTerms.tsx'
import { Consent } from './Consent.tsx'
import { PolicyScreen } from './PolicyScreen.tsx'

// Separate modules, so that a reader loads one text in one language.

export async function loadTerms() {
  const { terms } = await (language === 'nl' ? import('./terms.nl.ts') : import('./terms.en.ts'))
  return () => <PolicyScreen name="terms" policy={terms} notice={<AmendedTerms changes={terms.amendment} />} />
}

export async function loadPrivacy() {
  const { privacy } = await (language === 'nl' ? import('./privacy.nl.ts') : import('./privacy.en.ts'))
  return () => <PolicyScreen name="privacy" policy={privacy} />
}

export async function loadCookies() {
  const { cookies } = await (language === 'nl' ? import('./cookies.nl.ts') : import('./cookies.en.ts'))
  return () => (
    <PolicyScreen name="cookies" policy={cookies}>
      <Consent />
    </PolicyScreen>
  )
}
