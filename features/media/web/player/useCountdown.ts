import { useEffect, useEffectEvent, useState } from 'react'
import { usePlayerPreferences } from './preferences.ts'

/** Seconds between the end of an item and the beginning of the next. */
const countdownSeconds = 5

/**
 * Counts down to the next item once one has ended, unless the person wants none to play by itself.
 * @param key of what plays: another one, or another try, counts anew
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
    /** Whole seconds that are left; undefined while none are counted. */
    secondsLeft: counting ? Math.max(0, left) : undefined,
    /** What plays has come to its end. */
    start: () => setEnded(key),
    /** Also when it plays once more. */
    cancel: () => setEnded(undefined),
  }
}

export type Countdown = ReturnType<typeof useCountdown>
