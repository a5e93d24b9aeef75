import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { t } from '../texts.ts'

export const ListSkeleton = () => (
  <Skeleton label={t('operator.loading')}>
    <SkeletonBlock height={72} shape="card" />
    <SkeletonBlock height={72} shape="card" />
    <SkeletonBlock height={72} shape="card" />
  </Skeleton>
)
