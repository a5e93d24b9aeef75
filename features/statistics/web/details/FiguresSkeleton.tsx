import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { figures } from '../../rules.ts'
import { t } from '../texts.ts'
import own from './details.module.css'

/** Heights in px of the parts that are loading. */
const skeletonHeights = { now: 72, total: 116, chart: 320 }

/** Placeholders while a channel's statistics load. */
export const FiguresSkeleton = () => (
  <Skeleton label={t('loading')}>
    <div className={own.skeleton}>
      <SkeletonBlock height={skeletonHeights.now} shape="card" />
      <div className={own.totals}>
        {figures.map((figure) => (
          <SkeletonBlock key={figure} height={skeletonHeights.total} shape="card" />
        ))}
      </div>
      <div className={own.charts}>
        <SkeletonBlock height={skeletonHeights.chart} shape="card" />
        <SkeletonBlock height={skeletonHeights.chart} shape="card" />
      </div>
    </div>
  </Skeleton>
)
