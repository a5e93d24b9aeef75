import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { t } from './texts.ts'

export const ListSkeleton = () => (
  <Skeleton label={t('loading')}>
    <SkeletonBlock height={64} shape="card" />
    <SkeletonBlock height={64} shape="card" />
    <SkeletonBlock height={64} shape="card" />
  </Skeleton>
)
