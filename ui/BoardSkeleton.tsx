import css from './BoardSkeleton.module.css'
import { SkeletonBlock } from './Skeleton.tsx'

/** Numbers of tiles in the groups of the placeholder. */
const groups = [3, 6] as const

/** Grey placeholders for a board: groups of wide tiles, each with a title. */
export const BoardSkeleton = () => (
  <div className={css.board}>
    {groups.map((tiles) => (
      <div key={tiles} className={css.group}>
        <SkeletonBlock width={140} height={18} />
        <div className={css.tiles}>
          {Array.from({ length: tiles }, (_, index) => (
            <SkeletonBlock key={index} height={132} shape="card" />
          ))}
        </div>
      </div>
    ))}
  </div>
)
