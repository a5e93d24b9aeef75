import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useControl } from './control.ts'

/** Maximum seconds between time updates during playback, including double speed in a background tab. A larger step is a seek. */
const maxStepSeconds = 5

interface RangeEndProps {
  /** Seconds from the start. */
  end: number
  onEnded: () => void
}

/** Ends playback at the item's end within the source. Users who seek beyond it continue. */
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
