import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import css from './Carousel.module.css'

interface LongTrackProps {
  count: number
  keyOf: (index: number) => string
  item: (index: number) => ReactNode
  track: RefObject<HTMLDivElement | null>
  showing: number | undefined
  last: ReactNode
}

/** The items of a long row: only those in sight, and some on both sides, are in the page. */
export function LongTrack({ count, keyOf, item, track, showing, last }: LongTrackProps) {
  const handle = useRef<VirtualizerHandle>(null)
  useEffect(() => {
    if (showing !== undefined) handle.current?.scrollToIndex(showing, { align: 'center' })
  }, [showing])
  return (
    <Virtualizer ref={handle} scrollRef={track} horizontal as="ul" item="li" bufferSize={600}>
      {Array.from({ length: count }, (_, index) => (
        <div key={keyOf(index)} data-item={index} className={css.spaced}>
          {item(index)}
        </div>
      ))}
      {last && <div className={css.spaced}>{last}</div>}
    </Virtualizer>
  )
}
