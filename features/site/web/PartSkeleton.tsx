import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { t } from './texts.ts'

export const PartSkeleton = () => (
  <Skeleton label={t('operator.loading')}>
    <SkeletonBlock height={200} shape="card" />
    <SkeletonBlock height={200} shape="card" />
  </Skeleton>
)
