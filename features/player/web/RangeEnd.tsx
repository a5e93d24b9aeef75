import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useControl } from './control.ts'

/** Maximum seconds between two time updates during playback, also at double speed in a background tab. A larger step is a seek. */
const maxStepSeconds = 5

interface RangeEndProps {
  /** Seconds from the start. */
  end: number
  onEnded: () => void
}

/** Ends playback at the end of the item's range. If the user seeks beyond the end of the range, playback continues. */
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
