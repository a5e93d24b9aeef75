import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { figures } from '../../rules.ts'
import { t } from '../texts.ts'
import own from './details.module.css'

/** Heights of the parts that load, in px. */
const heights = { now: 72, total: 116, chart: 320 }

/** The skeleton of a channel's statistics. */
export const FiguresSkeleton = () => (
  <Skeleton label={t('loading')}>
    <div className={own.skeleton}>
      <SkeletonBlock height={heights.now} shape="card" />
      <div className={own.totals}>
        {figures.map((figure) => (
          <SkeletonBlock key={figure} height={heights.total} shape="card" />
        ))}
      </div>
      <div className={own.charts}>
        <SkeletonBlock height={heights.chart} shape="card" />
        <SkeletonBlock height={heights.chart} shape="card" />
      </div>
    </div>
  </Skeleton>
)
