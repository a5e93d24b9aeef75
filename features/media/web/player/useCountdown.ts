import { useEffect, useEffectEvent, useState } from 'react'
import { usePlayerPreferences } from './preferences.ts'

/** Seconds between the end of an item and the next. */
const countdownSeconds = 5

/**
 * Counts down to the next item after one ends, unless autoplay is off.
 * @param key of the playback: a change restarts the countdown
 * @param next absent: nothing follows
 */
export function useCountdown(key: string, next: (() => void) | undefined) {
  const { playNext } = usePlayerPreferences()
  const [ended, setEnded] = useState<string>()
  const [left, setLeft] = useState(countdownSeconds)
  const counting = playNext && ended === key && next !== undefined

  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => {
      clearInterval(timer)
      setLeft(countdownSeconds)
    }
  }, [counting])

  const goOn = useEffectEvent(() => next?.())
  useEffect(() => {
    if (counting && left <= 0) goOn()
  }, [counting, left])

  return {
    /** Whole seconds left; undefined outside a countdown. */
    secondsLeft: counting ? Math.max(0, left) : undefined,
    /** Call when playback has ended. */
    start: () => setEnded(key),
    /** Also when it plays again. */
    cancel: () => setEnded(undefined),
  }
}

export type Countdown = ReturnType<typeof useCountdown>
