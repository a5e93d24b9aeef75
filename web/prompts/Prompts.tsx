import { lazy, Suspense, useState } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { loadTexts as loadAccountsTexts } from '#features/accounts/web/texts.ts'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { useDesktop } from '../shell/useDesktop.ts'
import { CookieBar } from './CookieBar.tsx'

const ProfileBar = lazy(async () => {
  const [{ ProfileBar: Loaded }] = await Promise.all([import('#features/accounts/web/profile/ProfileBar.tsx'), loadAccountsTexts()])
  return { default: Loaded }
})
const HomeScreenBar = lazy(() => import('./HomeScreenBar.tsx').then((module) => ({ default: module.HomeScreenBar })))

/** What the house has to say or to ask, one thing at a time, above the navigation. */
export function Prompts() {
  const hasAgreed = useStored('cookies') === true
  const lacksCountry = useLacksCountry()
  const [answered, setAnswered] = useState(false)
  const mayInstall = useMayInstall()
  if (!hasAgreed) return <CookieBar />
  return (
    <Suspense>
      {lacksCountry && !answered ? <ProfileBar onAnswer={() => setAnswered(true)} /> : mayInstall ? <HomeScreenBar /> : null}
    </Suspense>
  )
}

/** Does somebody who is logged in, and did not wave it away before, have a profile without a country? */
function useLacksCountry(): boolean {
  const signedIn = useSignedIn()
  const wavedAway = useStored('canceled_enter_fields_modal') === true
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn && !wavedAway })
  return signedIn && !wavedAway && profile.data?.country_id === null
}

/** Is this a phone's or a tablet's browser, which was not told to leave it be? */
function useMayInstall(): boolean {
  const onDesktop = useDesktop()
  const isHidden = useStored('hide_add_to_home_screen') === true
  const notBefore = useStored('add_to_home_screen_show_time') ?? 0
  const [opened] = useState(() => Date.now())
  return !onDesktop && !isHidden && notBefore <= opened && !window.matchMedia('(display-mode: standalone)').matches
}
