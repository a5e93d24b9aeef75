import { memo, type ReactNode } from 'react'
import { Disc } from '#ui/Disc.tsx'
import { LinkLine } from '#ui/LinkLine.tsx'
import { useContextMenu } from '#ui/menus.ts'
import { Progress } from '#ui/Spinner.tsx'
import type { SubjectProps } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import type { ListedTvChannel } from '../../shapes.ts'
import { tvAddress } from '../addresses.ts'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { elapsedFraction, timeLeft } from '../programmes.ts'
import { findProgrammesAt } from './programmes-at.ts'
import { t } from '../texts.ts'
import { formatSpan, formatTime } from '../times.ts'
import css from './ListScreen.module.css'

interface ChannelLineProps {
  tv: ListedTvChannel
  now: number
  subjectProps: SubjectProps
  /** Content shown instead of the name, such as the name with marked words. */
  label?: ReactNode
  /** Content below the name. */
  note?: ReactNode
}

/** A TV channel with its current programme, the progress, and the next programme. */
export const ChannelLine = memo(function ChannelLine({ tv, now, label, note, subjectProps: { ref, menu } }: ChannelLineProps) {
  const { current, next } = findProgrammesAt(tv, now)
  const context = useContextMenu(menu)
  return (
    <li className={css.item} ref={ref} {...context}>
      <LinkLine
        picture={<Disc id={tv.id} name={tv.name} picture={tv.logoId} />}
        name={
          <>
            {tv.number !== null && <span className={css.number}>{tv.number}</span>}
            <LockedLine isLocked={tv.is_locked}>{label ?? tv.name}</LockedLine>
          </>
        }
        href={tvAddress(tv.id)}
      >
        {note && <p className={css.next}>{note}</p>}
        {current ? (
          <>
            <p className={css.now}>{current.title}</p>
            <Progress
              className={css.progress}
              tone="live"
              label={t('live.left', { length: timeLeft(current, now), span: formatSpan(current) })}
              value={elapsedFraction(current, now)}
            />
          </>
        ) : (
          <p className={css.next}>{t('live.nothing_now')}</p>
        )}
        {next && <p className={css.next}>{t('list.next', { time: formatTime(next.start), title: next.title })}</p>}
      </LinkLine>
      <FavouriteButton tv={tv} />
    </li>
  )
})
