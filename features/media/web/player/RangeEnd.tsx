import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useControl } from './useControl.ts'

/** Seconds between two looks at the time while something plays, also twice as fast in a tab behind others. A larger step is a jump. */
const maxStepSeconds = 5

interface RangeEndProps {
  /** Seconds from the beginning. */
  end: number
  onEnded: () => void
}

/** Ends what plays where its item says, as if that were its end. Who goes beyond it watches on. */
export function RangeEnd({ end, onEnded }: RangeEndProps) {
  const control = useControl()
  const time = useMediaSelector((state) => state.mediaCurrentTime ?? 0)
  const before = useRef(time)
  const finish = useEffectEvent(() => {
    control.media?.pause()
    onEnded()
  })
  useEffect(() => {
    const last = before.current
    before.current = time
    if (last < end && time >= end && time - last < maxStepSeconds) finish()
  }, [time, end])
  return null
}
