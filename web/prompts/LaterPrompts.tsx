import { Suspense, useState } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { useSignedIn, useStored } from '#kit/web/storage.ts'
import { nowPlaying } from '#features/media/web/player/now-playing.ts'
import { useRead } from '#kit/web/use.ts'
import { dialogs } from '#ui/dialogs.ts'
import { lazily } from '#ui/lazily.ts'
import { useHere } from '#shell/navigation.ts'
import { useIsAlone } from '#shell/router/RouterView.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { HomeScreenBar } from './HomeScreenBar.tsx'

const AmendedTermsBar = lazily(() => import('#features/accounts/web/AmendedTermsBar.tsx').then((module) => module.AmendedTermsBar))
const KeepAccountBar = lazily(() => import('#features/data-rights/web/KeepAccountBar.tsx').then((module) => module.KeepAccountBar))
const ProfileBar = lazily(() => import('#features/accounts/web/profile/ProfileBar.tsx').then((module) => module.ProfileBar))

type Prompt = 'deletion' | 'terms' | 'profile' | 'home screen'

interface LaterPromptsProps {
  /** The screen on which something was answered already. */
  askedOn: string | undefined
}

/** What is asked of whoever has agreed to the cookies, the most important first; once it is answered, nothing more on that screen. */
export function LaterPrompts({ askedOn }: LaterPromptsProps) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const {
    amended_terms: amended,
    country_id: country,
    deletion_at: deletionAt,
  } = (signedIn && profile.data) || { amended_terms: null, country_id: undefined, deletion_at: null }
  const wavedAway = useStored('canceled_enter_fields_modal') === true
  const [answered, setAnswered] = useState(false)
  const mayInstall = useMayInstall()
  // Whoever logs in or signs up has enough to fill in.
  const isEntering = useIsAlone()
  // On a phone a bar above the mini-player leaves half a screen.
  const isWatching = nowPlaying.use() !== null
  const isAnswering = dialogs.use().length > 0
  // Where channels are made, a first one too, nothing comes between that can wait.
  const isMaking = useHere() === '/my-playlists'

  const waiting: Prompt[] = []
  if (deletionAt !== null) waiting.push('deletion')
  if (amended) waiting.push('terms')
  if (country === null && !wavedAway && !answered && !isMaking) waiting.push('profile')
  if (mayInstall && !isMaking) waiting.push('home screen')
  const shown = useOneAScreen(isEntering || isWatching || isAnswering ? [] : waiting, askedOn)
  return (
    <Suspense>
      {shown === 'deletion' && deletionAt !== null && <KeepAccountBar at={deletionAt} />}
      {shown === 'terms' && amended && <AmendedTermsBar from={amended.from} />}
      {shown === 'profile' && <ProfileBar onAnswer={() => setAnswered(true)} />}
      {shown === 'home screen' && <HomeScreenBar />}
    </Suspense>
  )
}

/** The one that is shown: it stays until it is answered, and the next one comes on another screen. */
function useOneAScreen([first, ...others]: readonly Prompt[], askedOn: string | undefined): Prompt | undefined {
  const here = useHere()
  const [last, setLast] = useState<{ prompt?: Prompt; screen: string | undefined }>({ screen: askedOn })
  const isOpen = last.prompt !== undefined && (first === last.prompt || others.includes(last.prompt))
  const shown = isOpen ? last.prompt : last.screen === here ? undefined : first
  if (shown && (shown !== last.prompt || here !== last.screen)) setLast({ prompt: shown, screen: here })
  return shown
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
