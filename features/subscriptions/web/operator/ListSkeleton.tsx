import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { t } from '../texts.ts'

export const ListSkeleton = () => (
  <Skeleton label={t('coupons.loading')}>
    <SkeletonBlock height={200} shape="card" />
  </Skeleton>
)
