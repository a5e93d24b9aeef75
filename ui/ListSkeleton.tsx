import css from './ListSkeleton.module.css'
import { Skeleton, SkeletonBlock } from './Skeleton.tsx'

interface ListSkeletonProps {
  /** Label for screen readers. */
  label: string
  rows?: number
  /** Height of a row in px. */
  height?: number
}

/** Grey placeholders for a list of rows or cards. */
export const ListSkeleton = ({ label, rows = 3, height = 64 }: ListSkeletonProps) => (
  <Skeleton label={label}>
    <div className={css.rows}>
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonBlock key={index} height={height} shape="card" />
      ))}
    </div>
  </Skeleton>
)
