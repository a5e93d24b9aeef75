import { Skeleton, SkeletonBlock, TileWallSkeleton } from '#ui/Skeleton.tsx'
import { useTablet } from '#shell/useDesktop.ts'
import css from './ChannelListSkeleton.module.css'
import { t } from './texts.ts'

/** A skeleton of a wall or list of channels. @param label for assistive technology */
export const ChannelListSkeleton = ({ label = t('home.loading') }: { label?: string }) => {
  const isTablet = useTablet()
  return (
    <Skeleton label={label}>
      {isTablet ? (
        <TileWallSkeleton />
      ) : (
        <div className={css.list}>
          {[1, 2, 3, 4].map((line) => (
            <SkeletonBlock key={line} height={56} shape="card" />
          ))}
        </div>
      )}
    </Skeleton>
  )
}
