import { usePages } from '#kit/web/read.ts'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { channelsContract, type DefaultPlaylist, type PlaylistPreview } from '#features/channels/contract.ts'
import { homeChannelsQuery } from '#features/channels/opening.ts'
import { ChannelListSkeleton } from '#features/channels/web/ChannelListSkeleton.tsx'
import { ChannelWall } from '#features/channels/web/ChannelWall.tsx'
import { TagLinks } from '#features/channels/web/TagLinks.tsx'
import css from './SearchScreen.module.css'
import { t } from './texts.ts'

/** Maximum suggested tags. */
const shownTags = 12

/** Adds the first four pictures of its videos to a channel. */
const withPictures = (channel: DefaultPlaylist): PlaylistPreview => ({
  ...channel,
  pictures: channel.series.flatMap(({ videos }) => videos.flatMap(({ image }) => image ?? [])).slice(0, 4),
})

/** Suggests tags of the public channels. Shows nothing if they can't be loaded. */
export function SuggestedTags({ title, className = css.tags }: { title?: string; className?: string | undefined }) {
  const { items = [] } = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  const tags = [...new Set(items.flatMap((channel) => channel.tags))].slice(0, shownTags)
  return (
    tags.length > 0 && (
      <section className={className}>
        {title && <h2>{title}</h2>}
        <TagLinks tags={tags} />
      </section>
    )
  )
}

/** Suggests tags and channels. */
export function Suggestions() {
  const pages = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  const channels = pages.items ?? []
  return (
    <>
      <SuggestedTags />
      {channels.length > 0 && (
        <section className={css.section}>
          <div className={css.head}>
            <h2>{t('everybody')}</h2>
          </div>
          <ChannelWall home="globe" channels={channels.map(withPictures)} />
          <LoadMoreOnScroll pages={pages} skeleton={<ChannelListSkeleton />} />
        </section>
      )}
    </>
  )
}
