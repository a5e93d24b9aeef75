import { Suspense, useEffect, useState } from 'react'
import { accountsContract } from '#features/accounts/contract.ts'
import { storage, useSignedIn, useStored } from '#kit/web/storage.ts'
import { nowPlaying } from '#features/player/web/now-playing.ts'
import { useRead } from '#kit/web/use.ts'
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

/** Milliseconds after an answer before the next prompt may appear, in any tab. */
const pauseMs = 24 * 60 * 60 * 1000

interface LaterPromptsProps {
  /** This page showed the cookie bar. */
  isAsked: boolean
}

/** Prompts for users and guests who have accepted cookies. An operator who sees the site as another viewer can end that instead. */
export const LaterPrompts = (props: LaterPromptsProps) => (useStored('see_as') === undefined ? <OwnPrompts {...props} /> : <SeeAsBar />)

/** Prompts, the most important first. Shows one per visit, but every urgent prompt. */
function OwnPrompts({ isAsked }: LaterPromptsProps) {
  const signedIn = useSignedIn()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const {
    amended_terms: amended,
    country_id: country,
    deletion_at: deletionAt,
  } = (signedIn && profile.data) || { amended_terms: null, country_id: undefined, deletion_at: null }
  const isDismissed = useStored('canceled_enter_fields_modal') === true
  const [answered, setAnswered] = useState(false)
  const [opened] = useState(() => Date.now())
  const notBefore = useStored('add_to_home_screen_show_time') ?? 0
  const mayInstall = useMayInstall()
  // Login and registration screens have enough to fill in.
  const isEntering = useIsFullWindow()
  // On phones, a bar above the mini-player would leave half a screen.
  const isWatching = nowPlaying.use() !== null
  const isAnswering = dialogs.use().length > 0
  // The user's channels: optional prompts don't interrupt creating them.
  const isMaking = useCurrentPath() === '/my-playlists'

  const waiting: Prompt[] = []
  if (deletionAt !== null) waiting.push('deletion')
  if (!isAsked && notBefore <= opened) {
    if (amended) waiting.push('terms')
    if (country === null && !isDismissed && !answered) waiting.push('profile')
    // Until the profile has loaded, a more important prompt may be due.
    if (mayInstall && !(signedIn && profile.isPending)) waiting.push('home screen')
  }
  const isBusy = (prompt: Prompt) =>
    isEntering || isWatching || isAnswering || (isMaking && (prompt === 'profile' || prompt === 'home screen'))
  const currentPrompt = useOneByOne(waiting, { isAsked, isBusy })
  return (
    <Suspense>
      {currentPrompt === 'deletion' && deletionAt !== null && <KeepAccountBar at={deletionAt} />}
      {currentPrompt === 'terms' && amended && <AmendedTermsBar from={amended.from} />}
      {currentPrompt === 'profile' && <ProfileBar onAnswer={() => setAnswered(true)} />}
      {currentPrompt === 'home screen' && <HomeScreenBar />}
    </Suspense>
  )
}

interface PromptProps extends LaterPromptsProps {
  /** Whether this prompt would disturb the user now. */
  isBusy: (prompt: Prompt) => boolean
}

/** Returns the first waiting prompt. It stays until it is answered, and then starts the pause. */
function useOneByOne(waiting: readonly Prompt[], { isAsked, isBusy }: PromptProps): Prompt | undefined {
  const [last, setLast] = useState<Prompt>()
  const isOpen = last !== undefined && waiting.includes(last)
  const current = isOpen ? last : waiting.find((one) => last === undefined || one === 'deletion')
  const visiblePrompt = current && !isBusy(current) ? current : undefined
  if (visiblePrompt && visiblePrompt !== last) setLast(visiblePrompt)
  const isAnswered = isAsked || (last !== undefined && !isOpen)
  // Stores the time for other tabs and later pages. A prompt that stops waiting was answered.
  useEffect(() => {
    if (isAnswered) storage.set('add_to_home_screen_show_time', Date.now() + pauseMs)
  }, [isAnswered])
  return visiblePrompt
}

/** Whether to offer installation: on phones and tablets, unless hidden by the user. */
function useMayInstall(): boolean {
  const onDesktop = useDesktop()
  const isHidden = useStored('hide_add_to_home_screen') === true
  const [isLow] = useState(() => window.matchMedia('(max-height: 499px)').matches)
  return !onDesktop && !isLow && !isHidden && !window.matchMedia('(display-mode: standalone)').matches
}
