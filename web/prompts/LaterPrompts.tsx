import { Suspense, useEffect, useState } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { storage, useSignedIn, useStored } from '#kit/web/storage.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { useRead } from '#kit/web/read.ts'
import { dialogs } from '#ui/dialogs.ts'
import { lazily } from '#ui/lazily.ts'
import { useCurrentPath } from '#shell/navigation.ts'
import { useIsFullWindow } from '#shell/router/RouterView.tsx'
import { useDesktop } from '#shell/useDesktop.ts'
import { HomeScreenBar } from './HomeScreenBar.tsx'

const AmendedTermsBar = lazily(() => import('#features/accounts/web/AmendedTermsBar.tsx').then((module) => module.AmendedTermsBar))
const KeepAccountBar = lazily(() => import('#features/data-rights/web/KeepAccountBar.tsx').then((module) => module.KeepAccountBar))
const SeeAsBar = lazily(() => import('#features/operator/web/SeeAsBar.tsx').then((module) => module.SeeAsBar))
const ProfileBar = lazily(() => import('#features/accounts/web/profile/ProfileBar.tsx').then((module) => module.ProfileBar))

type Prompt = 'deletion' | 'terms' | 'profile' | 'home screen'

/** After an answer, no tab shows another prompt for this time. */
const pauseMs = 24 * 60 * 60 * 1000

interface LaterPromptsProps {
  /** True if this page showed the cookie bar. */
  isPrompted: boolean
}

/**
 * Prompts for users, and for guests who have accepted cookies. An operator who sees the site as another viewer gets a bar that ends this
 * instead.
 */
export const LaterPrompts = (props: LaterPromptsProps) => (useStored('see_as') === undefined ? <OwnPrompts {...props} /> : <SeeAsBar />)

/** Shows one prompt per visit, the most important first. The prompt about the deletion of the account shows on every visit. */
function OwnPrompts({ isPrompted }: LaterPromptsProps) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const {
    amended_terms: amended,
    country_id: country,
    deletion_at: deletionAt,
  } = (signedIn && profile.data) || { amended_terms: null, country_id: undefined, deletion_at: null }
  const isDismissed = useStored('canceled_enter_fields_modal') === true
  const [isProfileDone, setIsProfileDone] = useState(false)
  const [opened] = useState(() => Date.now())
  const showAfter = useStored('add_to_home_screen_show_time') ?? 0
  const mayInstall = useMayInstall()
  // True on login and registration screens, where users already fill in a form.
  const isEntering = useIsFullWindow()
  // True if the mini-player is shown: on phones, a bar above it would leave half a screen.
  const isWatching = nowPlaying.use() !== null
  const isDialogOpen = dialogs.use().length > 0
  // True on the page of the user's channels, where optional prompts would interrupt creating them.
  const isMaking = useCurrentPath() === '/my-playlists'

  const waiting: Prompt[] = []
  if (deletionAt !== null) waiting.push('deletion')
  if (!isPrompted && showAfter <= opened) {
    if (amended) waiting.push('terms')
    if (country === null && !isDismissed && !isProfileDone) waiting.push('profile')
    // Waits for the profile, because an incomplete profile requires a more important prompt.
    if (mayInstall && !(signedIn && profile.isPending)) waiting.push('home screen')
  }
  const isBusy = (prompt: Prompt) =>
    isEntering || isWatching || isDialogOpen || (isMaking && (prompt === 'profile' || prompt === 'home screen'))
  const currentPrompt = useOneByOne(waiting, { isPrompted, isBusy })
  return (
    <Suspense>
      {currentPrompt === 'deletion' && deletionAt !== null && <KeepAccountBar at={deletionAt} />}
      {currentPrompt === 'terms' && amended && <AmendedTermsBar from={amended.from} />}
      {currentPrompt === 'profile' && <ProfileBar onDone={() => setIsProfileDone(true)} />}
      {currentPrompt === 'home screen' && <HomeScreenBar />}
    </Suspense>
  )
}

interface PromptProps extends LaterPromptsProps {
  /** Returns true if this prompt would disturb the user now. */
  isBusy: (prompt: Prompt) => boolean
}

/** Returns the first waiting prompt. It stays until the user answers, after which the pause starts. */
function useOneByOne(waiting: readonly Prompt[], { isPrompted, isBusy }: PromptProps): Prompt | undefined {
  const [lastPrompt, setLastPrompt] = useState<Prompt>()
  const isOpen = lastPrompt !== undefined && waiting.includes(lastPrompt)
  const current = isOpen ? lastPrompt : waiting.find((prompt) => lastPrompt === undefined || prompt === 'deletion')
  const visiblePrompt = current && !isBusy(current) ? current : undefined
  if (visiblePrompt && visiblePrompt !== lastPrompt) setLastPrompt(visiblePrompt)
  const isAnswered = isPrompted || (lastPrompt !== undefined && !isOpen)
  // Stores the time of the answer for other tabs and later pages. A prompt that no longer waits was answered.
  useEffect(() => {
    if (isAnswered) storage.set('add_to_home_screen_show_time', Date.now() + pauseMs)
  }, [isAnswered])
  return visiblePrompt
}

/** Returns true if installing is offered: on phones and tablets, unless the user has hidden it. */
function useMayInstall(): boolean {
  const onDesktop = useDesktop()
  const isHidden = useStored('hide_add_to_home_screen') === true
  const [isLow] = useState(() => window.matchMedia('(max-height: 499px)').matches)
  return !onDesktop && !isLow && !isHidden && !window.matchMedia('(display-mode: standalone)').matches
}
