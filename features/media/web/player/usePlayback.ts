import { useCallback, useState } from 'react'
import { consentKey } from './consent.ts'
import { planOf, type Failure, type PlayableItem, type Plan } from './plan.ts'
import { playerPreferences, revokeConsent, usePlayerPreferences } from './preferences.ts'
import { reportFailure } from './report-failure.ts'
import { useControl } from './useControl.ts'

/** What the player shows: it asks first, waits for a press, plays, or says why it cannot. */
export type Mode = { is: 'consent' | 'press' | 'play' } | { is: 'failed'; failure: Failure }

interface Watching {
  item: PlayableItem
  /** The person has already pressed play. */
  autoplay: boolean
}

/** Where one item stands on its way from being chosen to being played. */
export function usePlayback({ item, autoplay }: Watching) {
  const [attempt, setAttempt] = useState(0)
  const [pressed, setPressed] = useState(autoplay)
  const [asked, setAsked] = useState({ id: item.id, autoplay })
  if (asked.id !== item.id || asked.autoplay !== autoplay) {
    setAsked({ id: item.id, autoplay })
    // Chosen, also while it waits in the mini-player; or come to by itself.
    if (autoplay) setPressed(true)
  }
  const control = useControl()
  const { allowed } = usePlayerPreferences()
  const [failed, setFailed] = useState<{ of: string; item: string; failure: Failure; at: number }>()
  const [allowedOnce, setAllowedOnce] = useState<string>()
  const [silentOf, setSilentOf] = useState<string>()
  const plan = planOf(item, location)
  /** Another item or another try is another element. */
  const key = `${item.id} ${attempt}`

  const modeOf = (plan: Plan): Mode => {
    if (plan.how === 'nothing') return { is: 'failed', failure: plan.why }
    if (failed?.of === key) return { is: 'failed', failure: failed.failure }
    if (plan.how === 'frame' && allowedOnce !== item.id && !allowed.includes(consentKey(plan))) return { is: 'consent' }
    return { is: pressed ? 'play' : 'press' }
  }

  const allow = (always: boolean) => {
    if (plan.how !== 'frame') return
    if (always) {
      playerPreferences.set({ allowed: [...allowed, consentKey(plan)] })
    }
    setAllowedOnce(item.id)
    setPressed(true)
  }

  return {
    plan,
    key,
    mode: modeOf(plan),
    allow,
    /** Takes "always" back; absent where it was not given. */
    revoke:
      plan.how === 'frame' && allowed.includes(consentKey(plan))
        ? () => {
            revokeConsent(consentKey(plan))
            setAllowedOnce(undefined)
          }
        : undefined,
    press: useCallback(() => setPressed(true), []),
    fail: (failure: Failure) => {
      setFailed({ of: key, item: item.id, failure, at: control.media?.currentTime ?? 0 })
      reportFailure(item, failure)
    },
    /** Where another try goes on, in seconds; undefined for where the link itself begins. */
    resumeAt: failed?.item === item.id ? failed.at : undefined,
    /** The frame should have spoken by now. */
    silent: silentOf === key,
    silence: () => setSilentOf(key),
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  }
}

export type Playback = ReturnType<typeof usePlayback>
