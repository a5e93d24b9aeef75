import { memo, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { paths } from '#shell/paths.ts'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'
import { type GuideSizes, headPlaces, mayExceed, rowOfPlace, rowsInView, smallLetters } from './layout.ts'
import type { DrawnPlace } from './viewport.ts'

/** px on either side of a name. */
const besidePx = 4

interface GuideHeadsProps {
  guide: Guide
  place: DrawnPlace
  sizes: GuideSizes
  /** Rows in all. */
  count: number
}

/**
 * Whose rows those in view are, as it is seen: a column of its own, so that it is one thing that stays while the rest is scrolled sideways. Rows say
 * it of themselves to those who hear it.
 */
export const GuideHeads = memo(function GuideHeads(props: GuideHeadsProps) {
  const { place, sizes } = props
  const places = useSyncExternalStore(place.subscribe, () => headPlaces(place.get().height, sizes.rowPx))
  return (
    <tr className={css.heads} aria-hidden="true">
      {Array.from({ length: places }, (_, index) => (
        <GuideHead key={index} index={index} places={places} {...props} />
      ))}
    </tr>
  )
})

interface GuideHeadProps extends GuideHeadsProps {
  index: number
  /** How many of them there are. */
  places: number
}

/** Each finds out by itself whose head it is: while it is scrolled they are drawn one at a time. */
const GuideHead = memo(function GuideHead({ index, places, guide, place, sizes: { rowPx, whoPx }, count }: GuideHeadProps) {
  const row = useSyncExternalStore(place.subscribe, () => {
    const { top, height } = place.get()
    return rowOfPlace(index, places, rowsInView(top, height, rowPx, count).first, count)
  })
  const channel = useSyncExternalStore(guide.subscribe, () => (row < 0 ? undefined : guide.channelAt(row)))
  if (row < 0) return null
  // What is clipped is drawn by itself: only what has to be.
  const isCut = channel && mayExceed(channel.name, smallLetters * rowPx, whoPx - 2 * besidePx)
  return (
    <td className={css.who} style={{ top: row * rowPx }}>
      {channel ? (
        // By keyboard the sheet of a programme leads there.
        <a
          className={cx(css.channel, channel.logoId && css.hasLogo)}
          href={paths.tiers({ channel: channel.id })}
          tabIndex={-1}
          title={channel.name}
          draggable={false}
        >
          <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={channel.logoId ? 44 : 36} className={css.disc} />
          {!channel.logoId && <span className={cx(css.name, isCut && css.cut)}>{channel.name}</span>}
        </a>
      ) : (
        <span className={css.noChannel} />
      )}
    </td>
  )
})
