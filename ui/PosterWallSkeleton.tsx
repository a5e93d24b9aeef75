import css from './PosterWall.module.css'
import { SkeletonBlock } from './Skeleton.tsx'

/** Grey placeholders for a wall of posters. @param isRest whether it continues a wall, so that it has no title */
export const PosterWallSkeleton = ({ isRest = false }: { isRest?: boolean | undefined }) => (
  <>
    {!isRest && (
      <div className={css.title}>
        <SkeletonBlock width={140} height={28} />
      </div>
    )}
    <div className={css.wall}>
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} className={css.coming}>
          <span className={css.picture} />
          <SkeletonBlock width="70%" height={14} />
        </span>
      ))}
    </div>
  </>
)
