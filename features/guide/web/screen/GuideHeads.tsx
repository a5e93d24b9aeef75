import { memo, useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { Disc } from '#ui/Disc.tsx'
import { paths } from '#shell/paths.ts'
import { LockMark } from '#features/channels/web/LockMark.tsx'
import css from './Guide.module.css'
import type { Guide } from './guide-data.ts'

interface GuideHeadsProps {
  guide: Guide
  rowPx: number
  /** Rows to draw. */
  first: number
  end: number
}

/**
 * The channels beside the rows, in a single sticky column, because each sticky element creates a layer. For screen readers, each row
 * contains its channel's name.
 */
export const GuideHeads = memo(function GuideHeads({ guide, rowPx, first, end }: GuideHeadsProps) {
  return (
    <tr className={css.heads} aria-hidden="true">
      {Array.from({ length: end - first }, (_, index) => (
        <GuideHead key={first + index} row={first + index} guide={guide} rowPx={rowPx} />
      ))}
    </tr>
  )
})

const GuideHead = memo(function GuideHead({ row, guide, rowPx }: { row: number; guide: Guide; rowPx: number }) {
  const channel = useSyncExternalStore(guide.subscribe, () => guide.channelAt(row))
  return (
    <td className={css.who} style={{ top: row * rowPx }}>
      {channel ? (
        // Not focusable: keyboard users open the channel from the programme's dialog.
        <a
          className={cx(css.channel, channel.logoId && css.hasLogo)}
          href={paths.tiers({ channel: channel.id })}
          tabIndex={-1}
          title={channel.name}
          draggable={false}
        >
          <Disc id={channel.id} name={channel.name} picture={channel.logoId} size={channel.logoId ? 44 : 36} className={css.disc} />
          {!channel.logoId && <span className={css.name}>{channel.name}</span>}
          {channel.is_locked && (
            <span className={css.lock}>
              <LockMark />
            </span>
          )}
        </a>
      ) : (
        <span className={css.noChannel} />
      )}
    </td>
  )
})
