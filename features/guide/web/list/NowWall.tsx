import { memo } from 'react'
import { Card } from '#ui/Card.tsx'
import { Disc } from '#ui/Disc.tsx'
import wallCss from '#ui/PosterWall.module.css'
import { PosterWallSkeleton } from '#ui/PosterWallSkeleton.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useRenderInSteps } from '#ui/useRenderInSteps.ts'
import { type SubjectProps, useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { LockedLine } from '#features/channels/web/LockedLine.tsx'
import type { ListedTvChannel } from '../../shapes.ts'
import { tvAddress } from '../addresses.ts'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { useNow } from '../now.ts'
import { elapsedFraction } from '../programmes.ts'
import { tvSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { formatTime } from '../times.ts'
import css from './NowWall.module.css'
import { findProgrammesAt } from './programmes-at.ts'

/** Number of tiles in the first render. */
const batchSize = 16

export const NowTitle = () => <h2 className={wallCss.title}>{t('list.now')}</h2>

/** TV channels as pictures of their current programmes. */
export function NowWall({ channels }: { channels: readonly ListedTvChannel[] }) {
  const now = useNow()
  const propsOf = useSubjectMenu('channel')
  const shownChannels = useRenderInSteps(channels, batchSize)
  return (
    <ul className={wallCss.wall}>
      {shownChannels.map((tv) => (
        <OnNowTile key={tv.id} tv={tv} now={now} subjectProps={propsOf(tvSubject(tv))} />
      ))}
    </ul>
  )
}

interface TileProps {
  tv: ListedTvChannel
  /** ms since 1970 */
  now: number
  subjectProps: SubjectProps
}

const OnNowTile = memo(function Tile({ tv, now, subjectProps: { ref, menu } }: TileProps) {
  const { current, next } = findProgrammesAt(tv, now)
  const name = tv.number === null ? tv.name : t('list.numbered', { number: tv.number, name: tv.name })
  const poster = current && current.id === tv.now?.id ? tv.now.poster : null
  return (
    <li className={wallCss.tile} ref={ref}>
      <Card
        id={tv.id}
        title={current?.title ?? tv.name}
        picture={poster ?? tv.live_thumb ?? tv.logoId}
        meta={<LockedLine isLocked={tv.is_locked}>{current ? name : t('live.nothing_now')}</LockedLine>}
        href={tvAddress(tv.id)}
        live={current && elapsedFraction(current, now)}
        over={<Disc className={css.logo} id={tv.id} name={tv.name} picture={tv.logoId} size={28} />}
        beside={<FavouriteButton tv={tv} />}
        below={next && <p className={css.next}>{t('list.next', { time: formatTime(next.start), title: next.title })}</p>}
        menu={menu}
      />
    </li>
  )
})

/** The skeleton of the wall with its title; for the rest of the wall, without it. */
export const NowWallSkeleton = ({ isRest }: { isRest?: boolean }) => (
  <Skeleton label={t('list.loading')}>
    <PosterWallSkeleton isRest={isRest} />
  </Skeleton>
)
