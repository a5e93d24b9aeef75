import { Suspense, useState } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { lazily } from '#ui/lazily.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import { CookieBar } from './CookieBar.tsx'

const AmendedTermsBar = lazily(() => import('#features/accounts/web/AmendedTermsBar.tsx').then((module) => module.AmendedTermsBar))
const ProfileBar = lazily(() => import('#features/accounts/web/profile/ProfileBar.tsx').then((module) => module.ProfileBar))
const HomeScreenBar = lazily(() => import('./HomeScreenBar.tsx').then((module) => module.HomeScreenBar))

/** Prompts of the site: consent, amended terms, missing profile facts, one thing at a time, above the navigation. */
export function Prompts() {
  const hasAgreed = useStored('cookies') === true
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const { amended_terms: amended, country_id: country } = (signedIn && profile.data) || { amended_terms: null, country_id: undefined }
  const wavedAway = useStored('canceled_enter_fields_modal') === true
  const [answered, setAnswered] = useState(false)
  const lacksCountry = country === null && !wavedAway && !answered
  const mayInstall = useMayInstall()

  const shown = !hasAgreed ? 'cookies' : amended ? 'terms' : lacksCountry ? 'profile' : mayInstall ? 'home screen' : undefined
  return (
    <Suspense>
      {shown === 'cookies' && <CookieBar />}
      {shown === 'terms' && amended && <AmendedTermsBar from={amended.from} />}
      {shown === 'profile' && <ProfileBar onAnswer={() => setAnswered(true)} />}
      {shown === 'home screen' && <HomeScreenBar />}
    </Suspense>
  )
}

/** Is this a phone's or a tablet's browser, which was not told to leave it be? */
function useMayInstall(): boolean {
  const onDesktop = useDesktop()
  const isHidden = useStored('hide_add_to_home_screen') === true
  const notBefore = useStored('add_to_home_screen_show_time') ?? 0
  const [opened] = useState(() => Date.now())
  const [isLow] = useState(() => window.matchMedia('(max-height: 499px)').matches)
  return !onDesktop && !isLow && !isHidden && notBefore <= opened && !window.matchMedia('(display-mode: standalone)').matches
}
