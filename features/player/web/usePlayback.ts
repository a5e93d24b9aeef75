import { useCallback, useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { send } from '#kit/web/fetch.ts'
import { playerContract } from '../contract.ts'
import { consentKey } from './consent.ts'
import { type Failure, type PlaybackPlan, type PlayableItem, canRelay, canRetry, isRelayable, planPlayback } from './plan.ts'
import { playerPreferences, revokeConsent, usePlayerPreferences } from './preferences.ts'
import { useControl } from './control.ts'
import { useReturningStream } from './useReturningStream.ts'

/** Failures of the link, as opposed to failures of this browser or page. */
const linkFailures: readonly Failure[] = ['gone', 'refused', 'server', 'timeout', 'unreachable', 'format']
const reportedFailures = new Set<string>()

/** Reports once that an item didn't play, so that its link is checked. Not awaited; a refused report is ignored. */
function reportFailure({ id, subject, within }: PlayableItem, failure: Failure): void {
  if (subject?.type !== 'video' || !navigator.onLine || !linkFailures.includes(failure) || reportedFailures.has(id)) return
  reportedFailures.add(id)
  void callEndpoint(
    playerContract.reportPlaybackFailure,
    { params: { id }, body: { ...(within !== undefined && { playlist_id: within }) } },
    send,
  ).catch(() => {})
}

/** State of the player: asks for consent, waits until the user presses play, plays, or explains a failure. */
export type PlaybackMode = { kind: 'consent' | 'press' | 'play' } | { kind: 'failed'; failure: Failure; codecs: string }

interface WatchedItem {
  item: PlayableItem
  /** Whether the user has already pressed play. */
  autoplay: boolean
}

/** Hosts without CORS, whose further streams use the relay at once. */
const hostsWithoutCors = new Set<string>()
const hostOf = ({ src }: PlayableItem) => (src === null ? undefined : URL.parse(src, location.href)?.host)

/** Returns the URL of the list of a live TV stream. Omits relayed streams, because each request would open one. */
const liveListOf = ({ subject }: PlayableItem, plan: PlaybackPlan) =>
  subject?.type === 'channel' && plan.type === 'media' && (plan.kind === 'hls' || plan.kind === 'dash') && !plan.isRelayed
    ? plan.src
    : undefined

/** Manages one item from selection to playback. */
export function usePlayback({ item, autoplay }: WatchedItem) {
  const [attempt, setAttempt] = useState(0)
  const [isPlayRequested, setIsPlayRequested] = useState(autoplay)
  const [previousRequest, setPreviousRequest] = useState({ id: item.id, autoplay })
  if (previousRequest.id !== item.id || previousRequest.autoplay !== autoplay) {
    setPreviousRequest({ id: item.id, autoplay })
    // The user chose the item, perhaps in the mini-player, or autoplay reached it, so the item needs no click on play.
    if (autoplay) setIsPlayRequested(true)
  }
  const control = useControl()
  const { allowed } = usePlayerPreferences()
  const [failed, setFailed] = useState<{ of: string; item: string; failure: Failure; codecs: string; at: number }>()
  const [allowedOnce, setAllowedOnce] = useState<string>()
  const [silentOf, setSilentOf] = useState<string>()
  const [relayedOf, setRelayedOf] = useState<string>()
  const plan = planPlayback(item, location, relayedOf === item.id || hostsWithoutCors.has(hostOf(item) ?? ''))
  /** A new item or a retry gets a new element. */
  const key = `${item.id} ${attempt}`

  const modeOf = (plan: PlaybackPlan): PlaybackMode => {
    if (plan.type === 'nothing') return { kind: 'failed', failure: plan.reason, codecs: '' }
    if (failed?.of === key) return { kind: 'failed', failure: failed.failure, codecs: failed.codecs }
    if (plan.type === 'frame' && allowedOnce !== item.id && !allowed.includes(consentKey(plan))) return { kind: 'consent' }
    return { kind: isPlayRequested ? 'play' : 'press' }
  }

  const mode = modeOf(plan)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  useReturningStream(mode.kind === 'failed' && canRetry(mode.failure) ? liveListOf(item, plan) : undefined, retry)

  const allow = (always: boolean) => {
    if (plan.type !== 'frame') return
    if (always) {
      playerPreferences.set({ allowed: [...allowed, consentKey(plan)] })
    }
    setAllowedOnce(item.id)
    setIsPlayRequested(true)
  }

  const canBeRelayed = item.relay !== undefined && plan.type === 'media' && isRelayable(plan.kind) && !plan.isRelayed
  const relay = () => {
    setRelayedOf(item.id)
    setAttempt((before) => before + 1)
  }

  return {
    plan,
    key,
    mode,
    allow,
    /** Withdraws permanent consent; undefined if there is none. */
    revoke:
      plan.type === 'frame' && allowed.includes(consentKey(plan))
        ? () => {
            revokeConsent(consentKey(plan))
            setAllowedOnce(undefined)
          }
        : undefined,
    press: useCallback(() => setIsPlayRequested(true), []),
    fail: (failure: Failure, codecs = '') => {
      if (failure === 'cors' && canBeRelayed) {
        hostsWithoutCors.add(hostOf(item) ?? '')
        return relay()
      }
      setFailed({ of: key, item: item.id, failure, codecs, at: control.media?.currentTime ?? 0 })
      reportFailure(item, failure)
    },
    /** Plays the item through the relay; undefined if that can't help. */
    relay: canBeRelayed && failed?.of === key && canRelay(failed.failure) ? relay : undefined,
    /** Position in seconds at which a retry resumes; undefined: the start in the link. */
    resumeAt: failed?.item === item.id ? failed.at : undefined,
    /** Whether the frame has sent nothing for too long. */
    silent: silentOf === key,
    silence: () => setSilentOf(key),
    retry,
  }
}

export type Playback = ReturnType<typeof usePlayback>
