import { usePages } from '#kit/web/use.ts'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { curationContract, type DefaultPlaylist, type PlaylistPreview } from '../contract.ts'
import { homeRead } from '../reads.ts'
import { ChannelListSkeleton } from './ChannelListSkeleton.tsx'
import { ChannelWall } from './ChannelWall.tsx'
import css from './SearchScreen.module.css'
import { TagLinks } from './TagLinks.tsx'
import { t } from './texts.ts'

/** How many tags stand there to choose from. */
const shownTags = 12

/** Its first series tells its first pictures. */
const withPictures = (channel: DefaultPlaylist): PlaylistPreview => ({
  ...channel,
  pictures: channel.series.flatMap(({ videos }) => videos.flatMap(({ image }) => image ?? [])).slice(0, 4),
})

/**
 * Before anything is looked for: what others put on their channels, and those channels. It is no matter when they don't come.
 * @param besides channels that were found: then the others alone
 */
export function Suggestions({ besides }: { besides?: readonly PlaylistPreview[] }) {
  const pages = usePages(curationContract.listDefaultPlaylists, homeRead)
  const found = new Set(besides?.map(({ id }) => id))
  const channels = (pages.items ?? []).filter(({ id }) => !found.has(id))
  const tags = [...new Set(channels.flatMap((channel) => channel.tags))].slice(0, shownTags)
  return (
    <>
      {!besides && tags.length > 0 && (
        <div className={css.tags}>
          <TagLinks tags={tags} />
        </div>
      )}
      {channels.length > 0 && (
        <section className={css.everybody}>
          <h2>{t('search.everybody')}</h2>
          <ChannelWall home="globe" channels={channels.map(withPictures)} />
          <MoreBelow pages={pages} skeleton={<ChannelListSkeleton />} />
        </section>
      )}
    </>
  )
}
