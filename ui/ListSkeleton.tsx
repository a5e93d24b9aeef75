import css from './ListSkeleton.module.css'
import { Skeleton, SkeletonBlock } from './Skeleton.tsx'

interface ListSkeletonProps {
  /** For assistive technology. */
  label: string
  rows?: number
  /** px of a row. */
  height?: number
}

/** Skeleton of a list of rows or cards. */
export const ListSkeleton = ({ label, rows = 3, height = 64 }: ListSkeletonProps) => (
  <Skeleton label={label}>
    <div className={css.rows}>
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonBlock key={index} height={height} shape="card" />
      ))}
    </div>
  </Skeleton>
)
