import { Skeleton, SkeletonBlock, TileWallSkeleton } from '#ui/Skeleton.tsx'
import { useTablet } from '#shell/useDesktop.ts'
import css from './ChannelListSkeleton.module.css'
import { t } from './texts.ts'

/** Channels as a wall or a list, coming. */
export const ChannelListSkeleton = () => {
  const isTablet = useTablet()
  return (
    <Skeleton label={t('home.loading')}>
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
