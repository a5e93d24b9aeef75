import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'

export const ListSkeleton = ({ label }: { label: string }) => (
  <Skeleton label={label}>
    <SkeletonBlock height={64} shape="card" />
    <SkeletonBlock height={64} shape="card" />
    <SkeletonBlock height={64} shape="card" />
  </Skeleton>
)
