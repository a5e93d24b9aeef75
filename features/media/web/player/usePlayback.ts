import { useCallback, useState } from 'react'
import { consentKey } from './consent.ts'
import { canRelay, isRelayable, planOf, type Failure, type PlayableItem, type Plan } from './plan.ts'
import { playerPreferences, revokeConsent, usePlayerPreferences } from './preferences.ts'
import { reportFailure } from './report-failure.ts'
import { useControl } from './useControl.ts'

/** What the player shows: it asks first, waits for a press, plays, or says why it cannot. */
export type Mode = { is: 'consent' | 'press' | 'play' } | { is: 'failed'; failure: Failure; codecs: string }

interface Watching {
  item: PlayableItem
  /** The person has already pressed play. */
  autoplay: boolean
}

/** Hosts that have let no page of ours read what they answer: the next stream of theirs need not be tried first. */
const closedHosts = new Set<string>()
const hostOf = ({ src }: PlayableItem) => (src === null ? undefined : URL.parse(src, location.href)?.host)

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
  const [failed, setFailed] = useState<{ of: string; item: string; failure: Failure; codecs: string; at: number }>()
  const [allowedOnce, setAllowedOnce] = useState<string>()
  const [silentOf, setSilentOf] = useState<string>()
  const [relayedOf, setRelayedOf] = useState<string>()
  const plan = planOf(item, location, relayedOf === item.id || closedHosts.has(hostOf(item) ?? ''))
  /** Another item or another try is another element. */
  const key = `${item.id} ${attempt}`

  const modeOf = (plan: Plan): Mode => {
    if (plan.how === 'nothing') return { is: 'failed', failure: plan.why, codecs: '' }
    if (failed?.of === key) return { is: 'failed', failure: failed.failure, codecs: failed.codecs }
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

  const canBeRelayed = item.relay !== undefined && plan.how === 'media' && isRelayable(plan.kind) && !plan.isRelayed
  const relay = () => {
    setRelayedOf(item.id)
    setAttempt((before) => before + 1)
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
    fail: (failure: Failure, codecs = '') => {
      if (failure === 'cors' && canBeRelayed) {
        closedHosts.add(hostOf(item) ?? '')
        return relay()
      }
      setFailed({ of: key, item: item.id, failure, codecs, at: control.media?.currentTime ?? 0 })
      reportFailure(item, failure)
    },
    /** Plays it through our own host; absent where that would not help. */
    relay: canBeRelayed && failed?.of === key && canRelay(failed.failure) ? relay : undefined,
    /** Where another try goes on, in seconds; undefined for where the link itself begins. */
    resumeAt: failed?.item === item.id ? failed.at : undefined,
    /** The frame should have spoken by now. */
    silent: silentOf === key,
    silence: () => setSilentOf(key),
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  }
}

export type Playback = ReturnType<typeof usePlayback>
